"""The command line as a user meets it: help, exit codes, and what goes to which stream."""

import json
import subprocess
import sys
from xml.etree import ElementTree

import click
import pytest

from harness.cli.main import COMMANDS, group

PASSES = "query I nosort\nSELECT 1\n----\n1\n"
FAILS = "query I nosort\nSELECT 1\n----\n2\n"


def dbwright(workplace, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "-P", "-m", "harness", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=workplace.folder,
        env={**os.environ, **environment},
    )


def all_commands(command: click.Command, path: tuple[str, ...] = ()):
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from all_commands(found, (*path, name))


@pytest.mark.parametrize(("path", "command"), list(all_commands(group)), ids=str)
def test_every_command_has_help_with_an_example(path, command):
    text = command.get_help(click.Context(command, info_name="dbwright"))
    assert command.help, path
    assert "dbwright" in (command.epilog or ""), path
    assert "xample" in text, path


def test_commands_are_listed_without_importing_them(workplace):
    shown = dbwright(workplace, "--help").stdout
    assert all(name in shown for name in COMMANDS)


def test_version_says_which_build(workplace):
    shown = dbwright(workplace, "--version")
    assert shown.returncode == 0
    assert "sqllogictest (" in shown.stdout
    assert "target_db" in shown.stdout
    assert "(pure)" in dbwright(workplace, "--version", DBWRIGHT_PURE="1").stdout


@pytest.mark.parametrize(
    ("content", "code"), [(PASSES, 0), (FAILS, 1), ("nonsense\n", 1)], ids=["0", "1", "broken"]
)
def test_exit_code_of_a_run(workplace, content, code):
    workplace.write("a.test", content)
    ended = dbwright(workplace, "run", "suite", "--workers", "1", "--json")
    assert ended.returncode == code
    result = json.loads(ended.stdout)
    assert ended.stdout.count("\n") == 1
    assert ended.stderr == ""
    assert result["schema"] == 1
    four = sum(result[key] for key in ("passed", "failed", "crashed", "timed_out"))
    assert four == result["records"] == 1
    assert (workplace.folder / ".dbwright" / "results.duckdb").is_file()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run", "nowhere"), 2),
        (("run", "--engine", "oracle", "suite"), 2),
        (("run", "--engine", "dbapi:", "suite"), 2),
        (("run", "--sample", "many", "suite"), 2),
        (("run", "--workers", "0", "suite"), 2),
        (("run", "--memory-limit", "lots", "suite"), 2),
        (("run", "--resume", "nothing"), 2),
        (("frobnicate",), 2),
        (("suite", "add", "x", "nowhere"), 2),
        (("suite", "verify", "x"), 2),
        (("run", "--engine", "dbapi:no_such_module_at_all", "suite"), 3),
        (("run", "--engine", "process:/no/such/program", "suite"), 3),
        (("run", "--engine", "dbapi:faulty:refuse", "suite"), 3),
    ],
)
def test_exit_code_of_a_mistake(workplace, arguments, code):
    workplace.write("a.test", PASSES)
    ended = dbwright(workplace, *arguments)
    assert ended.returncode == code, ended.stderr
    assert ended.stdout == ""
    assert ended.stderr
    if code == 2:
        assert "Traceback" not in ended.stderr


def test_store_that_is_none(workplace):
    workplace.write("a.test", PASSES)
    (workplace.folder / "bad.duckdb").write_text("no store" * 2000)
    ended = dbwright(workplace, "run", "suite", "--store", "bad.duckdb")
    assert ended.returncode == 4
    assert "bad.duckdb" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_summary_shows_the_difference(workplace):
    workplace.write("a.test", FAILS)
    ended = dbwright(workplace, "run", "suite", NO_COLOR="1")
    assert "a.test:1  failed (values)" in ended.stdout
    assert "-2" in ended.stdout
    assert "+1" in ended.stdout
    assert "\x1b" not in ended.stdout


def test_colours_can_be_forced_and_forbidden(workplace):
    workplace.write("a.test", FAILS)
    assert "\x1b[" in dbwright(workplace, "run", "suite", FORCE_COLOR="1").stdout
    assert "\x1b[3" not in dbwright(workplace, "run", "suite", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_hostile_text_is_shown_as_text(workplace):
    """Markup in SQL, names or messages is not interpreted."""
    workplace.write("[red]a[/red].test", "statement ok\nSELECT '[bold]x[/nope]' FROM nowhere\n")
    ended = dbwright(workplace, "run", "suite")
    assert ended.returncode == 1
    assert "[bold]x[/nope]" in ended.stdout
    assert "[red]a[/red].test:1" in ended.stdout


def test_junit(workplace):
    workplace.write("a.test", PASSES + "\n" + FAILS.replace("1", "'<&\x01\"'"))
    ended = dbwright(workplace, "run", "suite", "--junit", "out.xml")
    assert ended.returncode == 1
    root = ElementTree.parse(workplace.folder / "out.xml").getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("2", "1", "0")
    (case,) = root.iter("testcase")
    assert case.get("classname") == "a.test"
    failure = case.find("failure")
    assert failure is not None
    assert "expected:" in (failure.text or "")


def test_suite_commands(workplace):
    workplace.write("a.test", PASSES)
    assert dbwright(workplace, "suite", "add", "mine", "suite").returncode == 0
    listed = json.loads(dbwright(workplace, "suite", "list", "--json").stdout)
    assert [(s["name"], s["files"]) for s in listed["suites"]] == [("mine", 1)]
    assert dbwright(workplace, "suite", "verify").returncode == 0
    assert json.loads(dbwright(workplace, "run", "mine", "--json").stdout)["passed"] == 1
    workplace.write("a.test", FAILS)
    changed = dbwright(workplace, "suite", "verify")
    assert (changed.returncode, changed.stdout) == (1, "mine: changed: a.test\n")


def test_generate(workplace):
    ended = dbwright(workplace, "suite", "generate", "--seed", "5", "--records", "1000", "new")
    assert ended.returncode == 0
    assert len(list((workplace.folder / "new").rglob("*.test"))) == 26


def test_benchmarks(workplace):
    workplace.write("a.test", PASSES)
    ended = dbwright(workplace, "bench", "harness", "--rounds", "1", "--json", "suite")
    assert json.loads(ended.stdout)["records"] == 1
    assert ended.returncode == 1  # one record can't pay for two processes
    ended = dbwright(
        workplace, "bench", "engine", "--engine", "duckdb", "--rounds", "1", "--json", "suite"
    )
    cost = json.loads(ended.stdout)
    assert (cost["engine"], cost["reference"]) == ("duckdb", "sqlite")
    assert cost["total"]["records"] == 1
    assert cost["total"]["ratio"] > 0


def test_selection_is_recorded(workplace):
    workplace.write("a.test", PASSES)
    workplace.write("b.test", PASSES)
    ended = dbwright(workplace, "run", "suite", "--include", "a*", "--label", "mine", "--json")
    assert json.loads(ended.stdout)["files"] == 1
    from harness.store import queries
    from harness.store.database import open_for_reading

    with open_for_reading(workplace.folder / ".dbwright" / "results.duckdb") as connection:
        run = queries.find_run(connection)
    assert run.selection["include"] == ["a*"]
    assert run.label == "mine"
