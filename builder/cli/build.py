"""`dbwright build`: from a prompt to an engine that passes; and steering a build that runs."""

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from builder.cli.folder import folder_option
from builder.cli.steer import COMMANDS
from builder.errors import BuildUsageError
from harness.errors import ALL_PASSED, NOT_ALL_PASSED

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
    from builder.cli.asked import change_settings, settings_of
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


for part in COMMANDS:
    command.add_command(part)
