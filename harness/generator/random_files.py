"""The random families: expressions, selects, aggregates and GROUP BY on three small tables."""

from random import Random

from harness.generator.draft import Draft
from harness.generator.expressions import COLUMNS, Expressions

TABLES = ("tab0", "tab1", "tab2")
ROWS = 3


def tables(draft: Draft, random: Random, nulls: bool = False) -> None:
    """Three tables of three integer columns and three rows."""
    for table in TABLES:
        draft.statement(f"CREATE TABLE {table}(col0 INTEGER, col1 INTEGER, col2 INTEGER)")
    for table in TABLES:
        for _ in range(ROWS):
            values = [
                "NULL" if nulls and random.random() < 0.15 else str(random.randint(0, 99))
                for _ in COLUMNS
            ]
            draft.statement(f"INSERT INTO {table} VALUES({','.join(values)})")


def expressions(random: Random, queries: int) -> Draft:
    """`random/expr`: SELECT of constants."""
    draft = Draft()
    tables(draft, random)
    make = Expressions(random)
    for _ in range(queries):
        quantifier = random.choice(("", "", "ALL ", "DISTINCT "))
        columns = [make.value() for _ in range(random.choice((1, 1, 1, 2)))]
        draft.portable_query(f"SELECT {quantifier}{_named(random, columns)}", "I" * len(columns))
    return draft


def selects(random: Random, queries: int) -> Draft:
    """`random/select`: expressions over one table, crossed tables and conditions."""
    draft = Draft()
    tables(draft, random, nulls=True)
    for _ in range(queries):
        quantifier = random.choice(("", "", "ALL ", "DISTINCT "))
        if random.random() < 0.2:
            sources = random.sample(TABLES, random.choice((1, 2, 2, 3)))
            aliased = [f"{name} AS cor{i}" for i, name in enumerate(sources)]
            glue = random.choice((", ", " CROSS JOIN "))
            types = "I" * 3 * len(sources)
            draft.query(f"SELECT {quantifier}* FROM {glue.join(aliased)}", types)
            continue
        table, make = _source(random)
        columns = [make.value() for _ in range(random.choice((1, 1, 2)))]
        where = f" WHERE {make.condition()}" if random.random() < 0.5 else ""
        sql = f"SELECT {quantifier}{_named(random, columns)} FROM {table}{where}"
        draft.portable_query(sql, "I" * len(columns))
    return draft


def aggregates(random: Random, queries: int) -> Draft:
    """`random/aggregates`: aggregates over a whole table."""
    draft = Draft()
    tables(draft, random, nulls=True)
    for _ in range(queries):
        table, make = _source(random)
        columns = [make.aggregate() for _ in range(random.choice((1, 1, 2)))]
        where = f" WHERE {make.condition()}" if random.random() < 0.5 else ""
        sql = f"SELECT {_named(random, columns)} FROM {table}{where}"
        draft.portable_query(sql, "I" * len(columns))
    return draft


def groups(random: Random, queries: int) -> Draft:
    """`random/groupby`: GROUP BY and HAVING."""
    draft = Draft()
    tables(draft, random, nulls=True)
    for _ in range(queries):
        table, make = _source(random)
        keys = random.sample(make.columns, random.choice((1, 1, 2)))
        grouped = make.over(*keys)
        column = random.choice((grouped.value(1), f"{grouped.value(1)} + {make.aggregate()}"))
        having = f" HAVING {grouped.condition(1)}" if random.random() < 0.4 else ""
        where = f" WHERE {make.condition(1)}" if random.random() < 0.3 else ""
        quantifier = random.choice(("", "", "ALL ", "DISTINCT "))
        sql = f"SELECT {quantifier}{_named(random, [column])} FROM {table}{where} " \
            f"GROUP BY {', '.join(keys)}{having}"  # fmt: skip
        draft.portable_query(sql, "I")
    return draft


def _source(random: Random) -> tuple[str, Expressions]:
    """A FROM item and expressions over its columns."""
    table = random.choice(TABLES)
    if random.random() < 0.5:
        return table, Expressions(random, COLUMNS)
    prefixed = tuple(f"cor0.{column}" for column in COLUMNS)
    return f"{table} AS cor0", Expressions(random, (*prefixed, *COLUMNS))


def _named(random: Random, columns: list[str]) -> str:
    return ", ".join(
        f"{column} AS {random.choice(COLUMNS)}" if random.random() < 0.3 else column
        for column in columns
    )
