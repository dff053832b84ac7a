"""A comparison of two runs for a terminal."""

from rich.console import Console
from rich.text import Text

from harness.compare import Comparison
from harness.store.comparison import ChangedCase
from harness.store.queries import Run

MOST_FILES = 10


def print_comparison(old: Run, new: Run, found: Comparison) -> None:
    """Print the worst first, then the sums."""
    console = Console(highlight=False, soft_wrap=True)
    for condition in found.conditions:
        console.print(Text(f"not alike: {condition}", style="yellow"))
    for file in found.other_files[:MOST_FILES]:
        console.print(Text(f"{file.name}: {file.what}", style="yellow"))
    if len(found.other_files) > MOST_FILES:
        console.print(f"... and {len(found.other_files) - MOST_FILES:,} more such files")
    _list(console, "Newly failing", "red", found.newly_failing, found.failing_cases)
    _list(console, "Newly passing", "green", found.newly_passing, found.passing_cases)
    _list(console, "Other verdict", "yellow", found.changed, found.changed_cases)
    for title, files in (("Slower", found.slower), ("Faster", found.faster)):
        if files:
            console.print(Text(f"\n{title}: {len(files):,} files", style="bold"))
        for time in files[:MOST_FILES]:
            console.print(Text(f"  {time.name}: {time.was:.2f} s, now {time.now:.2f} s"))
    console.print(
        f"\n{old.run_id} to {new.run_id}: {old.passed:,} to {new.passed:,} of {new.records:,} "
        f"records pass; {found.newly_failing:,} newly failing, {found.newly_passing:,} newly "
        f"passing, {found.changed:,} with another verdict, {len(found.slower):,} files slower, "
        f"{len(found.faster):,} faster"
    )


def _list(console: Console, title: str, style: str, count: int, cases: list[ChangedCase]) -> None:
    if not count:
        return
    console.print(Text(f"\n{title}: {count:,}", style=f"bold {style}"))
    for case in cases:
        change = f"{case.was or 'not there'} -> {case.now or 'not there'}".replace("_", " ")
        message = case.message.split("\n", 1)[0] or case.reason
        console.print(Text(f"  {case.name}:{case.line}  {change}  {message}"))
    if count > len(cases):
        console.print(f"  ... and {count - len(cases):,} more")
