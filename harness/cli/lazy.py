"""A click group whose commands are imported when they are needed."""

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """`lazy` maps a command's name to (module, one line of help); the module has `command`."""

    def __init__(self, *args: Any, lazy: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, context: click.Context) -> list[str]:
        return [*self.lazy, *super().list_commands(context)]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in self.lazy:
            command: click.Command = importlib.import_module(self.lazy[name][0]).command
            return command
        return super().get_command(context, name)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        rows = [(name, help_text) for name, (_, help_text) in self.lazy.items()]
        rows += [(name, cmd.get_short_help_str()) for name, cmd in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)
