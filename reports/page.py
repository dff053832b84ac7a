"""The report as one HTML file: styles and plots inside, no script, nothing fetched.

Each cause has a page of its own within the file, shown when its link is followed (`:target`);
a browser that can't do that shows them below one another.
"""

import json
from pathlib import Path

from markupsafe import Markup

from harness.store.queries import Run
from reports import charts
from reports.content import MOST_FILES, Content
from reports.numbers import bytes_, count, duration, moment, percent
from reports.templating import environment

STYLES = Path(__file__).parent / "styles"


def stylesheet(*names: str) -> Markup:
    """The text of style sheets of ours, for a `<style>` element."""
    return Markup("\n".join((STYLES / name).read_text(encoding="utf-8") for name in names))


def page(content: Content, home: str = "") -> str:
    """The HTML text. `home` is the address of the page above it, '' for a file by itself."""
    history = charts.pass_rate(content.history)
    heat = charts.heat_map(content.rates, content.own_history)
    speed = charts.against_reference(content.speed.families) if content.speed else None
    return environment().get_template("report.html.j2").render(
        content=content,
        run=content.run,
        home=home,
        style=stylesheet("base.css", "report.css"),
        share=percent(content.run.passed, content.run.records),
        verdicts=_verdicts(content.run),
        facts=_facts(content.run),
        history_chart=history,
        heat_chart=heat,
        speed_chart=speed,
        biggest=max((page.cluster.cases for page in content.pages), default=1),
        most_files=MOST_FILES,
    )  # fmt: skip


def _verdicts(run: Run) -> list[tuple[str, int]]:
    return [
        ("passed", run.passed),
        ("failed", run.failed),
        ("crashed", run.crashed),
        ("timed_out", run.timed_out),
    ]


def _facts(run: Run) -> list[tuple[str, str]]:
    """What the run was made with, as pairs of a name and a text."""
    options, machine = run.options, run.environment
    builds = machine.get("builds") or {}
    found = [
        ("Run", run.run_id),
        ("Engine", f"{run.engine} ({run.engine_version or 'version not known'})"),
        ("Started", f"{moment(run.started)} UTC"),
        ("Time", f"{duration(run.seconds)}; CPU {duration(run.cpu_seconds)}"),
        ("Suites", ", ".join(run.suites)),
        ("Label", f"{run.label}: {count(run.not_applicable, 'record')} not applicable to it"),
        ("Deadlines", f"{options.get('record_timeout', 0):g} s a record, "
                      f"{options.get('file_timeout', 0):g} s a file"),
        ("Memory limit", bytes_(int(options.get("memory_limit", 0)))),
        ("Workers", str(options.get("workers", ""))),
        ("Machine", f"{machine.get('platform', '')}, {machine.get('cores', '?')} cores, "
                    f"Python {machine.get('python', '')}"),
        ("Builds", ", ".join(f"{name} {build}" for name, build in sorted(builds.items()))),
    ]  # fmt: skip
    if any(run.selection.values()):
        found.insert(5, ("Selection", json.dumps(run.selection, sort_keys=True)))
    return found
