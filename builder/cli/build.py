"""`dbwright build`: from a prompt to an engine that passes; and steering a build that runs."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from builder.errors import BuildUsageError
from harness.cli.options import cores
from harness.errors import ALL_PASSED, NOT_ALL_PASSED

DEFAULT_FOLDER = Path(".dbwright") / "build"

EPILOG = """\b
Models are named as LangChain names them, provider:name; the provider's package must be
installed and its key set. --base-url points at any OpenAI-compatible server; add --actions where
that has no tool calls. --agent 'command:...' runs a command-line coding agent instead. A build
that was stopped or killed goes on with --resume, with another --suite as well, or larger budgets.
\b
Example:
  dbwright build "A SQL engine like SQLite, in Python" --suite suite/ --model openai:gpt-5
  dbwright build --repo my_engine --suite suite.tar.xz --agent 'command:my-agent --quiet'
  dbwright build --resume
  dbwright build status | pause | go | note ORDER "..." | approve STEP | order ORDER"""


class BuildGroup(click.Group):
    """A group whose first argument may be a prompt, which is no command's name."""

    def resolve_command(
        self, context: click.Context, arguments: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if arguments and arguments[0] not in self.commands:
            return "start", self.commands["start"], arguments
        return super().resolve_command(context, arguments)

    def parse_args(self, context: click.Context, arguments: list[str]) -> list[str]:
        """Options before a prompt belong to `start`."""
        if arguments and arguments[0].startswith("-") and arguments[0] != "--help":
            arguments = ["start", *arguments]
        return super().parse_args(context, arguments)


folder_option = click.option(
    "--folder", type=click.Path(file_okay=False, path_type=Path), default=DEFAULT_FOLDER,
    show_default=True, help="Where the build keeps its state, results and transcripts.",
)  # fmt: skip


@click.group(cls=BuildGroup, epilog=EPILOG, subcommand_metavar="PROMPT | COMMAND ...")
def command() -> None:
    """Build a database from one PROMPT: measure, hand out, check, merge, again.

    `dbwright build start --help` shows all options.
    """


@command.command(epilog=EPILOG)
@click.argument("prompt", required=False, default="")
@click.option("--suite", "suites", multiple=True, help="What it must pass; repeatable.")
@click.option("--repo", help="The engine's git repository.  [default: FOLDER/engine]")
@click.option(
    "--model", "models", multiple=True, metavar="[ROLE=]PROVIDER:NAME",
    help="The model, of one role or of all; `larger=` names one for orders that are stuck.",
)  # fmt: skip
@click.option("--base-url", default="", help="An OpenAI-compatible server for the models.")
@click.option("--actions", is_flag=True, help="Use JSON actions instead of native tool calls.")
@click.option("--schema", is_flag=True, help="Have the server hold actions to their JSON schema.")
@click.option("--agent", default="", metavar="command:...", help="A command-line coding agent.")
@click.option("--roles", default="", help="A folder with role prompts of your own.")
@click.option("--agents", type=click.IntRange(1, 64), default=2, show_default=True)
@click.option("--orders", type=click.IntRange(1), default=8, show_default=True,
              help="Orders taken on in one round.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1), default=100, show_default=True)
@click.option("--tokens", type=click.IntRange(0), default=0, help="Budget of the build; 0: none.")
@click.option("--money", type=float, default=0.0, help="Budget of the build, see --price.")
@click.option("--seconds", type=float, default=0.0, help="Agents' time of the whole build.")
@click.option("--order-tokens", type=click.IntRange(0), default=0, help="Budget of one order.")
@click.option("--order-money", type=float, default=0.0, help="Budget of one order.")
@click.option("--order-attempts", type=click.IntRange(0), default=0, help="Attempts at one order.")
@click.option("--price", default="0,0", metavar="IN,OUT",
              help="Money for a million tokens read and written.")  # fmt: skip
@click.option("--most-out", type=click.IntRange(1), default=8192, show_default=True,
              help="Tokens of the longest reply.")  # fmt: skip
@click.option(
    "--reply-seconds", type=click.FloatRange(0, min_open=True), default=120.0, show_default=True,
    help="How long to wait for a reply.",
)  # fmt: skip
@click.option("--approve", multiple=True, type=click.Choice(["design", "orders", "merge"]),
              help="Steps that wait for a person.")  # fmt: skip
@click.option("--performance", type=float, default=0.0, metavar="RATIO",
              help="At the end: families slower than RATIO x SQLite are orders.")  # fmt: skip
@click.option("--new-cases", type=click.IntRange(0), default=0, show_default=True,
              help="How often, at the end, the tester writes new cases.")  # fmt: skip
@click.option("--no-sandbox", is_flag=True, help="Insist on running without any sandbox.")
@click.option("--resume", is_flag=True, help="Go on with the build that is in FOLDER.")
@folder_option
@click.pass_context
def start(
    context: click.Context, /, prompt: str, resume: bool, folder: Path, **options: Any
) -> None:
    """Build from PROMPT, or go on with --resume, until every case passes."""
    from builder.build import DONE, Build
    from builder.settings import Settings, place_of_state
    from builder.state.database import State

    known = Settings.load(State(place_of_state(folder))) if folder.is_dir() else None
    if resume and known is None:
        raise BuildUsageError(f"{folder}: there is no build to go on with", "give a prompt")
    if known is not None and not resume:
        raise BuildUsageError(f"{folder}: holds a build already", "--resume, or another --folder")
    settings = known if known is not None else settings_of(prompt, folder, options)
    if known is not None:
        given = {
            name: value
            for name, value in options.items()
            if context.get_parameter_source(name) == ParameterSource.COMMANDLINE
        }
        change_settings(known, given)
    build = Build(folder, settings, lambda line: click.echo(line, err=True))
    outcome = build.run()
    spent = build.ledger.spent()
    click.echo(
        f"{outcome.passed:,} of {outcome.records:,} records pass after {outcome.rounds} rounds, "
        f"{spent.attempts} attempts, {spent.tokens:,} tokens, {spent.money:.2f} money\n"
        f"engine: {settings.repo}\nresults: dbwright report --store {build.store}"
    )
    context.exit(ALL_PASSED if outcome.state == DONE else NOT_ALL_PASSED)


RESUMED_WITH = ("agents", "rounds", "performance", "new_cases")
WHOLE = ("tokens", "money", "seconds")
EACH = {"order_tokens": "tokens", "order_money": "money", "order_attempts": "attempts"}


def change_settings(settings: Any, given: dict[str, Any]) -> None:
    """Go on with more suites, other budgets or other limits; raises BuildUsageError for the rest.

    Suites are added: a build that has passed everything goes on with what is new.
    """
    from dataclasses import replace

    for name, value in given.items():
        if name == "suites":
            settings.suites += [
                path for path in (str(Path(suite).resolve()) for suite in value)
                if path not in settings.suites
            ]  # fmt: skip
        elif name in RESUMED_WITH:
            setattr(settings, name, value)
        elif name in WHOLE:
            settings.whole = replace(settings.whole, **{name: value})
        elif name in EACH:
            settings.each = replace(settings.each, **{EACH[name]: value})
        else:
            option = f"--{name.replace('_', '-')}"
            raise BuildUsageError(f"{option} can't be changed with --resume", "begin a new build")


def settings_of(prompt: str, folder: Path, options: dict[str, Any]) -> Any:
    """The settings that the command line asks for; raises BuildUsageError."""
    from builder.agents.meter import Price
    from builder.agents.models import ModelSpec
    from builder.settings import Settings
    from builder.state.ledger import Budget

    if not options["suites"]:
        raise BuildUsageError("a build needs a --suite to pass", "dbwright suite generate suite/")
    if not (prompt or options["repo"]):
        raise BuildUsageError("a build needs a PROMPT, or a --repo with an engine and its design")
    agent = options["agent"]
    if agent and not agent.startswith("command:"):
        raise BuildUsageError(f"--agent {agent!r}: only command:... is known")
    if not options["models"] and not agent:
        raise BuildUsageError("who shall do the work?", "--model provider:name or --agent")
    try:
        price = Price(*map(float, options["price"].split(",")))
    except (ValueError, TypeError):
        raise BuildUsageError(f"--price {options['price']!r}: two numbers, IN,OUT") from None
    if (options["money"] or options["order_money"]) and price == Price():
        raise BuildUsageError("a budget of money needs to know what tokens cost", "--price IN,OUT")
    specs = {}
    for named in options["models"]:
        role, equals, name = named.rpartition("=")
        specs[role if equals else ""] = ModelSpec(
            name, options["base_url"], price, options["actions"], options["most_out"],
            options["reply_seconds"], options["schema"],
        )  # fmt: skip
    return Settings(
        prompt, options["repo"] or str(folder / "engine"),
        [str(Path(suite).resolve()) for suite in options["suites"]], specs,
        agent.removeprefix("command:"), options["roles"], options["agents"], options["orders"],
        rounds=options["rounds"], workers=cores(), approve=list(options["approve"]),
        whole=Budget(options["tokens"], options["money"], options["seconds"]),
        each=Budget(options["order_tokens"], options["order_money"], 0.0,
                    options["order_attempts"]),
        no_sandbox=options["no_sandbox"], performance=options["performance"],
        new_cases=options["new_cases"],
    )  # fmt: skip


def opened(folder: Path) -> Any:
    """The state of the build in `folder`; raises BuildUsageError where there is none."""
    from builder.settings import place_of_state
    from builder.state.database import State

    if not place_of_state(folder).is_file():
        raise BuildUsageError(f"{folder}: no build is here", "name its --folder")
    return State(place_of_state(folder))


@command.command(epilog="Example: dbwright build status --json")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object to stdout.")
@folder_option
def status(folder: Path, as_json: bool) -> None:
    """What the build has done, does, and waits for."""
    from builder.live import build_status

    found = build_status(folder)
    if found is None:
        raise BuildUsageError(f"{folder}: no build is here", "name its --folder")
    if as_json:
        click.echo(json.dumps({"schema": 1, **asdict(found)}))
        return
    left = f", {found.burn_down[-1][1]} records do not pass yet" if found.burn_down else ""
    click.echo(f"{found.state}, round {found.round}{left}; {found.tokens:,} tokens")
    for order in found.orders:
        click.echo(f"  {order.id:4} {order.state:9} {order.attempts} attempts  {order.title}")
    for step in found.waiting_for:
        click.echo(f"  waiting: dbwright build approve {step}")


@command.command(epilog="Example: dbwright build pause")
@folder_option
def pause(folder: Path) -> None:
    """Begin no further attempt until `dbwright build go`."""
    opened(folder).set("paused", True)


@command.command(epilog="Example: dbwright build go")
@folder_option
def go(folder: Path) -> None:
    """Go on after a pause."""
    opened(folder).set("paused", False)


@command.command(epilog='Example: dbwright build note 12 "affinity is decided by the column"')
@click.argument("order", type=int)
@click.argument("text")
@folder_option
def note(order: int, text: str, folder: Path) -> None:
    """Tell the next attempt at ORDER something."""
    from builder.state.journal import Journal
    from builder.state.orders import Orders

    state = opened(folder)
    if Orders(state).get(order) is None:
        raise BuildUsageError(f"there is no order {order}", "see dbwright build status")
    Journal(state).note(order, text)


@command.command(epilog="Example: dbwright build approve design")
@click.argument("step")
@folder_option
def approve(step: str, folder: Path) -> None:
    """Let a step happen that waits for a person."""
    from builder.state.journal import Journal

    journal = Journal(opened(folder))
    if not journal.grant(step):
        waiting = ", ".join(journal.waiting()) or "nothing"
        raise BuildUsageError(f"nobody waits for {step!r}", f"waiting: {waiting}")


@command.command("order", epilog="Example: dbwright build order 12 --json > order-12.json")
@click.argument("number", metavar="ORDER", type=int)
@click.option("--json", "as_json", is_flag=True, help="As JSON, by the published schema.")
@folder_option
def show_order(number: int, as_json: bool, folder: Path) -> None:
    """Print a work order, for a person to solve; hand the patch in with `dbwright submit`."""
    from builder.orders.markdown import to_markdown
    from builder.orders.write import hand_out
    from builder.settings import Settings
    from builder.state.journal import Journal
    from builder.state.ledger import Ledger
    from builder.state.orders import Orders
    from builder.worktrees import git

    state = opened(folder)
    row, settings = Orders(state).get(number), Settings.load(state)
    if row is None or settings is None:
        raise BuildUsageError(f"there is no order {number}", "see dbwright build status")
    base = git(Path(settings.repo), "rev-parse", "HEAD").strip()
    ledger = Ledger(state, settings.whole, settings.each)
    order = hand_out(row, base, ledger, Journal(state))
    click.echo(json.dumps(order.as_json(), indent=1) if as_json else to_markdown(order))
