"""Joins of many tables: equalities chained through them, in many orders of writing."""

from itertools import pairwise
from random import Random

from harness.generator.draft import Draft

ROWS = 10
LARGEST = 30


def filtered_joins(random: Random, questions: int, tables: int = 9) -> Draft:
    """In the manner of select4: cross joins that conditions on each table cut down.

    Each question is asked in several orders of its tables and conditions, under one label.
    """
    draft = Draft()
    stored: dict[str, list[str]] = {}
    for number in range(1, tables + 1):
        layout = ",\n".join(f"  {letter}{number} INTEGER" for letter in "abcde")
        draft.statement(f"CREATE TABLE t{number}(\n{layout},\n  x{number} VARCHAR(30)\n)")
        for row in range(1, ROWS + 1):
            values = [str(random.randint(0, LARGEST)) for _ in range(5)]
            for letter, value in zip("abcde", values, strict=True):
                stored.setdefault(f"{letter}{number}", []).append(value)
            joined = ",".join(values)
            draft.statement(f"INSERT INTO t{number} VALUES({joined},'table t{number} row {row}')")
    for question in range(questions):
        chosen = random.sample(range(1, tables + 1), random.randint(2, 4))
        columns: list[str] = []
        types = ""
        for number in chosen:
            as_text = random.random() < 0.4
            columns.append(f"x{number}" if as_text else f"{random.choice('abcde')}{number}")
            types += "T" if as_text else "I"
        conditions = [_condition(random, stored, number) for number in chosen]
        for _ in range(3):
            random.shuffle(chosen)
            random.shuffle(conditions)
            sql = f"SELECT {', '.join(columns)}\n  FROM {', '.join(f't{n}' for n in chosen)}\n" \
                f" WHERE {chr(10).join('   AND ' + c for c in conditions)[7:]}"  # fmt: skip
            draft.query(sql, types, "rowsort", f"join{question}")
    return draft


def _condition(random: Random, stored: dict[str, list[str]], number: int) -> str:
    """Something about one column of table `number`, mostly with values that are in it."""
    column = f"{random.choice('abcde')}{number}"
    values = random.sample(stored[column], random.randint(2, 5))
    values.insert(random.randint(1, 2), str(random.randint(0, LARGEST)))
    match random.randrange(3):
        case 0:
            return f"{column} in ({','.join(values)})"
        case 1:
            return "(" + " OR ".join(f"{column}={value}" for value in values) + ")"
        case _:
            return f"{values[0]}={column}"


def chained_joins(random: Random, questions: int, tables: int = 64) -> Draft:
    """In the manner of select5: up to 64 tables, each joined to the next by equality."""
    draft = Draft()
    for number in range(1, tables + 1):
        draft.statement(
            f"CREATE TABLE t{number}(\n  a{number} INTEGER PRIMARY KEY,\n"
            f"  b{number} INTEGER,\n  x{number} VARCHAR(40)\n)"
        )
        others = random.sample(range(1, ROWS + 1), ROWS)
        for row, other in enumerate(others, 1):
            draft.statement(
                f"INSERT INTO t{number} VALUES({row},{other},'table t{number} row {row}')"
            )
    for question in range(questions):
        chain = random.sample(range(1, tables + 1), 2 + question * (tables - 2) // questions)
        conditions = [f"a{chain[0]}={random.randint(1, ROWS)}"]
        for left, right in pairwise(chain):
            sides = [f"b{left}", f"a{right}"]
            random.shuffle(sides)
            conditions.append("=".join(sides))
        shown = random.sample(chain, len(chain))
        wanted = ",".join(f"x{number}" for number in shown)
        for _ in range(2):
            random.shuffle(conditions)
            sources = ",".join(f"t{number}" for number in random.sample(chain, len(chain)))
            sql = f"SELECT {wanted}\n  FROM {sources}\n WHERE " + "\n   AND ".join(conditions)
            draft.query(sql, "T" * len(shown), "valuesort", f"join-{len(chain)}-{question}")
    return draft
