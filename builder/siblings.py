"""Held-back siblings: the same question in other words, with SQLite's answer.

An agent never sees them. Each is made from a case by one kind of change:

- *literals*: every number and text becomes another, the same one wherever it stood;
- *names*: tables, columns, views and indexes are called something else;
- *sizes*: rows are left out, and others come twice;
- *orders*: rows are inserted in another order.

They are drawn from a seed that stays in the build's state, so that the same case has the
same siblings in every attempt, and an agent that tries again learns nothing new.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from builder.cases import Script, changed_table
from harness.engines.registry import find_engine
from sqllogictest.completion import complete
from sqllogictest.engine import Engine, EngineError
from sqllogictest.records import ERROR, Query

REFERENCE = "sqlite"

_TOKEN = re.compile(
    r"'(?:[^']|'')*'|\"[^\"]*\"|\[[^\]]*\]|`[^`]*`|\d+\.\d+(?:[eE][-+]?\d+)?|\.\d+|\d+|[A-Za-z_]\w*"
    r"|\s+|--[^\n]*|/\*.*?\*/|.",
    re.DOTALL,
)
_COLUMNS = re.compile(r"CREATE\s+(?:TEMP\w*\s+)?TABLE\s+\w+\s*\((.*)\)", re.IGNORECASE | re.DOTALL)
_OBJECT = re.compile(r"CREATE\s+(?:UNIQUE\s+)?(?:TABLE|VIEW|INDEX)\s+(\w+)", re.IGNORECASE)
CONSTRAINTS = frozenset(("primary", "unique", "check", "foreign", "constraint"))


@dataclass(frozen=True)
class Sibling:
    """`kind` is how it was made; `text` a suite file whose last record is the question."""

    kind: str
    text: str


def siblings(script: Script, seed: str, each: int = 1) -> list[Sibling]:
    """Up to `each` siblings of every kind that fits the case, answered by SQLite."""
    made = []
    seen = {tuple(script.sql)}
    for kind, change in KINDS.items():
        for number in range(each):
            random = Random(f"{seed}:{kind}:{number}:{script.case.sql}")
            texts = change(script.sql, random)
            if texts is None or tuple(texts) in seen:
                continue
            seen.add(tuple(texts))
            text = answered(script, texts)
            if text is not None:
                made.append(Sibling(kind, text))
    return made


def answered(script: Script, texts: list[str]) -> str | None:
    """A suite file of `texts` with SQLite's answers; None where SQLite sees it otherwise.

    A setup statement that SQLite refuses (a key that is there twice) is left out.
    """
    connect = find_engine(REFERENCE).factory()
    engine = connect()
    lines = []
    try:
        for sql in texts[:-1]:
            if accepts(engine, sql, query=False):
                lines += ["statement ok", sql, ""]
        case, question = script.case, texts[-1]
        works = accepts(engine, question, query=isinstance(case, Query))
    finally:
        engine.close()
    if works != (getattr(case, "expect", "ok") != ERROR):
        return None
    if not isinstance(case, Query):
        return "\n".join([*lines, f"statement {'ok' if works else 'error'}", question, ""])
    header = f"query {case.types} {case.sort_mode}".rstrip()
    draft = "\n".join([*lines, header, question, "----", ""])
    return complete(draft, "sibling.test", connect)


def accepts(engine: Engine, sql: str, query: bool) -> bool:
    """Whether the engine executes `sql`."""
    try:
        if query:
            return engine.query(sql).fault is None
        engine.execute(sql)
    except EngineError:
        return False
    return True


def tokens(sql: str) -> list[str]:
    return _TOKEN.findall(sql)


def other_literals(texts: list[str], random: Random) -> list[str] | None:
    """Each number and text replaced, the same everywhere; None where there is none."""
    mapped: dict[str, str] = {}
    changed = []
    for sql in texts:
        is_definition = sql.lstrip()[:6].upper() in ("CREATE", "DROP I", "DROP T", "DROP V")
        view = " VIEW " in sql.upper()[:40]
        changed.append(sql if is_definition and not view else _literals(sql, random, mapped))
    return changed if mapped else None


def _literals(sql: str, random: Random, mapped: dict[str, str]) -> str:
    parts = tokens(sql)
    position_words = {"by", "limit", "offset"}
    in_positions = False
    for index, part in enumerate(parts):
        word = part.lower()
        if word in position_words:
            in_positions = True
        elif word in (")", "having", "union", "except", "intersect", "where"):
            in_positions = False
        if part[0].isdigit() and not in_positions:
            parts[index] = mapped.setdefault(part, _number(part, random, mapped))
        elif part[0] == "'" and len(part) > 2:
            parts[index] = mapped.setdefault(part, _text(part, random))
    return "".join(parts)


def _number(text: str, random: Random, mapped: dict[str, str]) -> str:
    """Another number of as many digits; zero and one stay, being special."""
    if float(text) in (0.0, 1.0) or "e" in text.lower():
        return text
    taken = set(mapped.values())
    for _ in range(50):
        digits = [random.choice("0123456789") if letter.isdigit() else letter for letter in text]
        if text[0] != "0":
            digits[0] = random.choice("123456789")
        candidate = "".join(digits)
        if "." in candidate and candidate.endswith("0"):
            candidate = candidate[:-1] + random.choice("123456789")
        if candidate not in taken and candidate != text and float(candidate) not in (0.0, 1.0):
            return candidate
    return text


def _text(quoted: str, random: Random) -> str:
    """Other letters of the same case; digits, blanks, `%` and `_` stay."""
    shift = random.randint(1, 25)

    def turned(letter: str) -> str:
        if not (letter.isascii() and letter.isalpha()):
            return letter
        first = ord("a") if letter.islower() else ord("A")
        return chr(first + (ord(letter) - first + shift) % 26)

    return "'" + "".join(map(turned, quoted[1:-1])) + "'"


def other_names(texts: list[str], random: Random) -> list[str] | None:
    """Tables, columns, views and indexes called something else; None where there are none."""
    known: list[str] = []
    for sql in texts:
        known += [name.lower() for name in _OBJECT.findall(sql)] + columns_of(sql)
    if not known:
        return None
    renamed: dict[str, str] = {}
    for name in dict.fromkeys(known):
        letters = "".join(
            random.choice("bcdfghjklmnpqrstvwz") + random.choice("aiou") for _ in "12"
        )
        renamed[name] = f"{letters}_{len(renamed)}"
    return ["".join(renamed.get(part.lower(), part) for part in tokens(sql)) for sql in texts]


def columns_of(sql: str) -> list[str]:
    """The column names of a CREATE TABLE, in lower case."""
    match = _COLUMNS.search(sql)
    if match is None:
        return []
    names, depth, fresh = [], 0, True
    for part in tokens(match[1]):
        if part == "(":
            depth += 1
        elif part == ")":
            depth -= 1
        elif part == "," and depth == 0:
            fresh = True
        elif fresh and re.match(r"[A-Za-z_]", part):
            fresh = False
            if part.lower() not in CONSTRAINTS:
                names.append(part.lower())
    return names


def other_sizes(texts: list[str], random: Random) -> list[str] | None:
    """Some INSERTs left out and some twice; None where the answer would be anyone's guess."""
    inserts = [index for index, sql in enumerate(texts[:-1]) if _is_insert(sql)]
    if len(inserts) < 2 or _is_loose(texts[-1]):
        return None
    dropped = set(random.sample(inserts, max(1, len(inserts) // 3)))
    kept = [sql for index, sql in enumerate(texts[:-1]) if index not in dropped]
    doubled = [texts[index] for index in inserts if index not in dropped]
    last = max((i for i, sql in enumerate(kept) if _is_insert(sql)), default=len(kept) - 1)
    extra = random.sample(doubled, min(len(doubled), max(1, len(doubled) // 3)))
    return [*kept[: last + 1], *extra, *kept[last + 1 :], texts[-1]]


def other_orders(texts: list[str], random: Random) -> list[str] | None:
    """INSERTs next to each other exchanged; None where the order may show in the answer."""
    if _is_loose(texts[-1]) or " ORDER " in texts[-1].upper():
        return None
    changed = list(texts)
    start = 0
    while start < len(changed) - 1:
        end = start
        while (
            end < len(changed) - 1
            and _is_insert(changed[end])
            and changed_table(changed[end]) == changed_table(changed[start])
        ):
            end += 1
        group = changed[start:end]
        random.shuffle(group)
        changed[start:end] = group
        start = max(end, start + 1)
    return changed


def _is_insert(sql: str) -> bool:
    upper = sql.lstrip().upper()
    return upper.startswith("INSERT") and "SELECT" not in upper


def _is_loose(sql: str) -> bool:
    """Whether which rows come depends on their order: LIMIT."""
    return re.search(r"\bLIMIT\b", sql, re.IGNORECASE) is not None


KINDS: dict[str, Callable[[list[str], Random], list[str] | None]] = {
    "other literals": other_literals,
    "other names": other_names,
    "other sizes": other_sizes,
    "other orders": other_orders,
}
