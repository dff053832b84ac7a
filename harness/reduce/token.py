"""The last pass: single tokens, with no idea of the grammar. SQLite says what is still SQL."""

from typing import TYPE_CHECKING

from harness.clusters.words import TOKEN
from harness.reduce.minimise import minimise

if TYPE_CHECKING:
    from harness.reduce.reducer import State

MOST_TOKENS = 400


def raw_tokens(sql: str) -> list[str]:
    """The tokens as they are written, without comments."""
    return [m.group() for m in TOKEN.finditer(sql) if m.lastgroup != "comment"]


def join(tokens: list[str]) -> str:
    """Tokens as text: a blank between two unless one is a bracket, a comma or a dot."""
    text = ""
    for token in tokens:
        tight = text.endswith(("(", ".", " ")) or token in (")", ",", ".", ";") or not text
        if token == "(" and text and (text[-1].isalnum() or text[-1] == "_"):
            tight = True
        text += token if tight else f" {token}"
    return text


def drop_tokens(state: "State") -> None:
    """Leave out runs of tokens, then pairs of brackets."""
    found = raw_tokens(state.best.sql)
    if len(found) > MOST_TOKENS:
        return
    kept = minimise(found, lambda rest: state.offer(state.best.with_sql(join(rest))), least=1)
    for opening in reversed([at for at, token in enumerate(kept) if token == "("]):
        tokens = raw_tokens(state.best.sql)
        closing = _closing(tokens, opening)
        if closing:
            inner = tokens[opening + 1 : closing]
            state.offer(
                state.best.with_sql(join([*tokens[:opening], *inner, *tokens[closing + 1 :]]))
            )


def _closing(tokens: list[str], opening: int) -> int:
    """Where the bracket that opens there closes; 0 if there is none."""
    depth = 0
    for at in range(opening, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[at], 0)
        if depth == 0:
            return at
    return 0


def drop_setup_tokens(state: "State") -> None:
    """The same for each statement of the setup."""
    for place in range(len(state.best.setup)):
        found = raw_tokens(state.best.setup[place])
        if len(found) > MOST_TOKENS:
            continue

        def holds(rest: list[str], place: int = place) -> bool:
            setup = state.best.setup
            changed = (*setup[:place], join(rest), *setup[place + 1 :])
            return state.offer(state.best.with_setup(changed))

        minimise(found, holds, least=1)
