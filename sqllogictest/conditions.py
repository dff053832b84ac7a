"""skipif/onlyif lines to `Conditions`, each distinct combination made once."""

from typing import Final

from sqllogictest.records import UNCONDITIONAL, Conditions

NEVER: Final = Conditions((), (), True)


def parse_conditions(lines: list[str], bindings: dict[str, str]) -> Conditions | str:
    """The conditions of these lines, or what is wrong with them.

    The word after skipif/onlyif is an engine name; the rest of the line is a comment. Inside a
    loop `NAME=VALUE` may stand there, which is decided at once by the loop's variable.
    """
    skip: list[str] = []
    only: list[str] = []
    for line in lines:
        words = line.split(None, 2)
        if len(words) < 2:
            return f"{words[0]} names no engine"
        name = words[1]
        variable, equals, value = name.partition("=")
        if equals and variable in bindings:
            if (bindings[variable] == value) == (words[0] == "skipif"):
                return NEVER
        elif words[0] == "skipif":
            skip.append(name.lower())
        else:
            only.append(name.lower())
    if not skip and not only:
        return UNCONDITIONAL
    return Conditions(tuple(skip), tuple(only))
