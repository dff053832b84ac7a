"""From an engine's name on the command line to a factory of fresh databases."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from harness.engines.disk_options import parse_options
from harness.engines.observation import Observer, PlainObserver
from harness.errors import UsageError
from sqllogictest.engine import Engine

EngineFactory = Callable[[], Engine]


@dataclass(frozen=True)
class EngineSpec:
    """One kind of engine: how it is named, loaded and described.

    `module` holds `make(argument) -> Engine` and `describe(argument) -> str` (the version),
    and `observer_module`, if there is one, `make() -> Observer`.
    It is imported in the worker only, so that the coordinator stays light and a missing
    package is a clear start-up error. `environment` is added to the worker's. `in_files`: with
    `:OPTIONS` behind its name (see `disk_options`) it keeps its databases in files.
    """

    name: str
    module: str
    argument: str = ""
    observer_module: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    in_files: bool = False

    def factory(self) -> EngineFactory:
        """A function that opens a fresh, empty database; imports the engine's package.

        Raises ImportError, or whatever the package raises, when it can't be loaded.
        """
        make: Callable[[str], Engine] = importlib.import_module(self.module).make
        argument = self.argument
        return lambda: make(argument)

    def observer(self) -> Observer:
        """A fresh, empty database whose statements are looked at closely."""
        if not self.observer_module:
            return PlainObserver(self.factory()())
        make: Callable[[], Observer] = importlib.import_module(self.observer_module).make
        return make()

    def describe(self) -> str:
        """The engine's version as text."""
        describe: Callable[[str], str] = importlib.import_module(self.module).describe
        return describe(self.argument)


BUILT_IN = (
    EngineSpec(
        "sqlite",
        "harness.engines.sqlite",
        observer_module="harness.engines.sqlite_observer",
        in_files=True,
    ),
    EngineSpec("duckdb", "harness.engines.duckdb"),
    EngineSpec(
        "target_db",
        "harness.engines.target_db",
        observer_module="harness.engines.target_db_observer",
        in_files=True,
    ),
    EngineSpec(
        "target_db-pure",
        "harness.engines.target_db",
        observer_module="harness.engines.target_db_observer",
        environment={"DBWRIGHT_PURE": "1"},
        in_files=True,
    ),
)
PREFIXES = {
    "dbapi": "harness.engines.dbapi",
    "process": "harness.engines.process",
    "resettable": "harness.engines.resettable",
}


def engine_names() -> list[str]:
    """What `--engine` takes, as the help shows it."""
    return [spec.name for spec in BUILT_IN] + [
        "sqlite:KEY=VALUE;...", "target_db:KEY=VALUE;...",
        "dbapi:MODULE[:ARG]", "process:COMMAND", "resettable:COMMAND",
    ]  # fmt: skip


def find_engine(name: str) -> EngineSpec:
    """The engine that `name` means; raises UsageError with the known names otherwise."""
    for spec in BUILT_IN:
        if spec.name == name:
            return spec
    prefix, colon, argument = name.partition(":")
    for spec in BUILT_IN:
        if spec.name == prefix and spec.in_files and argument:
            parse_options(argument)
            return replace(spec, name=name, argument=argument)
    if colon and argument.strip() and prefix in PREFIXES:
        return EngineSpec(name, PREFIXES[prefix], argument)
    raise UsageError(
        f"there is no engine named {name!r}", f"known engines: {', '.join(engine_names())}"
    )
