"""What the options of `dbwright build` ask for, as settings, at the start and at --resume."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from builder.agents.meter import Price
from builder.agents.models import ModelSpec
from builder.errors import BuildUsageError
from builder.settings import Settings
from builder.state.ledger import Budget
from harness.cli.options import cores

RESUMED_WITH = ("agents", "rounds", "performance", "new_cases")
WHOLE = ("tokens", "money", "seconds")
EACH = {"order_tokens": "tokens", "order_money": "money", "order_attempts": "attempts"}


def change_settings(settings: Settings, given: dict[str, Any]) -> None:
    """Go on with more suites, other budgets or other limits; raises BuildUsageError for the rest.

    Suites are added: a build that has passed everything goes on with what is new.
    """
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


def settings_of(prompt: str, folder: Path, options: dict[str, Any]) -> Settings:
    """The settings that the command line asks for; raises BuildUsageError."""
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
