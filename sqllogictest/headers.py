"""The header words of the dialects' own records: retries, errors, loops."""

from typing import Final

from sqllogictest.dialects import parse_duration
from sqllogictest.records import Retry

MOST_TURNS: Final = 1_000_000
SIGNED: Final = ("tinyint", "smallint", "integer", "bigint", "hugeint")
UNSIGNED: Final = ("utinyint", "usmallint", "uinteger", "ubigint", "uhugeint")
FLOATING: Final = ("float", "double")
OTHER_TYPES: Final = ("bool", "interval", "varchar")
FOREACH_GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "<signed>": SIGNED,
    "<unsigned>": UNSIGNED,
    "<integral>": SIGNED + UNSIGNED,
    "<numeric>": SIGNED + UNSIGNED + FLOATING,
    "<alltypes>": SIGNED + UNSIGNED + FLOATING + OTHER_TYPES,
}


def take_retry(words: list[str]) -> tuple[list[str], Retry | None, str]:
    """Split a trailing `retry N backoff DURATION` off the words of a header.

    Returns the other words, the retry, and what is wrong with it ('' if nothing).
    """
    if "retry" not in words:
        return words, None, ""
    at = words.index("retry")
    clause = words[at + 1 :]
    wanted = "retry takes a number of attempts and `backoff DURATION`"
    if len(clause) < 3 or clause[1] != "backoff" or not clause[0].isdecimal():
        return words, None, wanted
    backoff = parse_duration(" ".join(clause[2:]))
    if backoff < 0.0:
        return words, None, wanted
    return words[:at], Retry(int(clause[0]) + 1, backoff), ""


def loop_values(words: list[str]) -> list[str] | str:
    """The values that the variable of a loop header runs through, or what is wrong with it."""
    if words[0] in ("foreach", "concurrentforeach"):
        if len(words) < 3:
            return f"{words[0]} takes a variable and its values"
        values: list[str] = []
        for word in words[2:]:
            values += FOREACH_GROUPS.get(word, (word,))
        return values
    wanted = f"{words[0]} takes a variable, a first number and an end"
    if len(words) < 4:
        return wanted
    try:
        first, end = int(words[2]), int(words[3])
    except ValueError:
        return wanted
    if end - first > MOST_TURNS:
        return f"the loop has more than {MOST_TURNS:,} turns"
    return [str(number) for number in range(first, end)]
