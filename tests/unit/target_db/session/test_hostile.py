"""What an enemy may send: SQLite's error or a clear one, and never a crash, a hang or a fault."""

from __future__ import annotations

import random
import threading
import time

import apsw
import pytest

from target_db.errors import INTERNAL, SqlError
from target_db.session.session import Session

DEEP = 100_000
WORDS = (
    b"select insert update delete create table index view trigger from where group by order limit "
    b"values union all distinct join left on using with recursive as case when then else end in "
    b"exists not null and or like glob between cast collate begin commit rollback savepoint pragma "
    b"( ) , ; . * + - / % = < > || ? :a @b $c 'x' \"y\" [z] `w` 1 2.5 x'00' 0xff -- /* */ t a b"
).split()


def outcome(session: Session, sql: str) -> str:
    """'ok' or the error's text; a fault inside the engine fails the test."""
    try:
        _, _, fault = session.query(sql)
    except SqlError as error:
        fault = error
    if fault is None:
        return "ok"
    assert fault.code != INTERNAL, f"{sql[:80]}: {fault.message}"
    return fault.message


class Interrupter(threading.Thread):
    """Interrupts a session after some seconds, again and again until it is told to stop."""

    def __init__(self, session: Session, seconds: float) -> None:
        super().__init__(daemon=True)
        self.session = session
        self.seconds = seconds
        self.done = threading.Event()

    def run(self) -> None:
        while not self.done.wait(self.seconds):
            self.session.interrupt()

    def __enter__(self) -> None:
        self.start()

    def __exit__(self, *exception: object) -> None:
        self.done.set()
        self.join()


@pytest.fixture
def session() -> Session:
    made = Session(":memory:")
    made.run_script("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2), (3, 4)")
    return made


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT " + "(" * DEEP + "1" + ")" * DEEP,
        "SELECT " + "- " * DEEP + "1",
        "SELECT " + "NOT " * DEEP + "1",
        "SELECT " + "1+" * DEEP + "1",
        "SELECT " + "CASE WHEN 1 THEN " * DEEP + "1" + " END" * DEEP,
        "SELECT " + "(SELECT " * DEEP + "1" + ")" * DEEP,
        "SELECT " + "abs(" * DEEP + "1" + ")" * DEEP,
        "SELECT " + "CAST(" * DEEP + "1" + " AS INT)" * DEEP,
        "SELECT " + "EXISTS(SELECT " * DEEP + "1" + ")" * DEEP,
        "SELECT * FROM " + "(SELECT * FROM " * DEEP + "t" + ")" * DEEP,
        "SELECT 1" + " UNION ALL SELECT 1" * DEEP,
        "SELECT * FROM t WHERE " + "a IN (SELECT a FROM t WHERE " * DEEP + "1" + ")" * DEEP,
        "WITH x AS (" * DEEP,
    ],
)
def test_nesting_without_end_is_refused(session: Session, sql: str) -> None:
    assert outcome(session, sql) != "ok"


@pytest.mark.parametrize(
    "wrap",
    [
        ("(", ")"), ("- ", ""), ("1+", ""), ("1||", ""), ("CASE WHEN 1 THEN ", " END"),
        ("1 AND ", ""),
        ("a IN (1,", ")"), ("max(a,", ")"), ("a+(1-", ")"), ("a LIKE ", ""), ("NOT ", ""),
    ],
)  # fmt: skip
@pytest.mark.parametrize("depth", [200, 450])
def test_nesting_that_sqlite_takes_works(
    session: Session, wrap: tuple[str, str], depth: int
) -> None:
    sql = f"SELECT {wrap[0] * depth}1{wrap[1] * depth} FROM t"
    reference = apsw.Connection(":memory:")
    reference.execute("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2), (3, 4)")
    assert session.query(sql)[1] == reference.execute(sql).fetchall()


@pytest.mark.parametrize(
    "wrap",
    [
        ("(SELECT ", ")"), ("EXISTS(SELECT ", ")"), ("1 IN (SELECT ", ")"), ("(VALUES(", "))"),
        ("(SELECT 1 WHERE ", ")"), ("a IN (SELECT a FROM t WHERE ", ")"),
        ("(WITH x AS (SELECT 1) SELECT ", ")"), ("(SELECT 1 UNION SELECT ", ")"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("depth", [43, 44])
def test_the_heights_of_subqueries_inside_one_another_add_up(
    session: Session, wrap: tuple[str, str], depth: int
) -> None:
    sql = f"SELECT {wrap[0] * depth}1{wrap[1] * depth} FROM t"
    reference = apsw.Connection(":memory:")
    reference.execute("CREATE TABLE t(a, b)")
    try:
        reference.execute(sql)
        expected = "ok"
    except apsw.SQLError as error:
        expected = str(error)
    assert outcome(session, sql) == expected


def test_deep_statements_in_a_thread_with_a_small_stack(session: Session) -> None:
    found: list[str] = []

    def work() -> None:
        found.append(outcome(session, "SELECT " + "abs(" * 450 + "1" + ")" * 450))

    old = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(old)
    assert found == ["ok"]


def test_a_list_of_a_million_terms(session: Session) -> None:
    assert session.query("SELECT 7 IN (" + "1," * 1_000_000 + "7)")[1] == [(1,)]


def test_more_columns_than_a_result_may_have(session: Session) -> None:
    assert outcome(session, "SELECT " + "1," * 2000 + "1") == "too many columns in result set"


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT '{'a' * 2000}' LIKE '{'%a' * 12}%b'",
        f"SELECT '{'a' * 30_000}' LIKE '{'%' * 30_000}'",
        f"SELECT '{'a' * 200}' GLOB '{'*a' * 8}b'",
    ],
)
def test_pattern_bombs_end_or_can_be_interrupted(session: Session, sql: str) -> None:
    started = time.monotonic()
    with Interrupter(session, 20):
        outcome(session, sql)
    assert time.monotonic() - started < 60


def test_a_recursion_without_end_is_interrupted(session: Session) -> None:
    sql = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT sum(x) FROM c"
    with Interrupter(session, 0.3):
        assert outcome(session, sql) == "interrupted"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 9223372036854775807 + 1, -9223372036854775808 - 1, 9223372036854775807 * 2",
        "SELECT -9223372036854775808 / -1, -9223372036854775808 % -1, ~9223372036854775807",
        "SELECT 9223372036854775807 << 70, -1 >> 64, 1 << -63, -9223372036854775808 >> 1",
        "SELECT 9223372036854775808, -9223372036854775808, -9223372036854775809",
        "SELECT CAST('9223372036854775808' AS INT), CAST(1e300 AS INT), CAST(-1e300 AS INT)",
    ],
)
def test_integers_at_both_edges(session: Session, sql: str) -> None:
    here = [[(type(value), value) for value in row] for row in session.query(sql)[1]]
    there = [[(type(v), v) for v in row] for row in apsw.Connection(":memory:").execute(sql)]
    assert here == there


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT zeroblob(1000000001)",
        "SELECT zeroblob(9223372036854775807)",
        "SELECT hex(zeroblob(600000000))",
        "SELECT hex(zeroblob(500000000))",
        "SELECT quote(zeroblob(500000000))",
        "SELECT printf('%2000000000d', 1)",
        "SELECT printf('%1000000000d', 1)",
        "SELECT printf('%-1000000000s', 1)",
        "SELECT printf('%*d', 1000000000, 1)",
        "SELECT printf('%.999999991d', 1)",
        "SELECT printf('%.1000000000c', 1)",
        "SELECT replace(printf('%1000000d', 1), ' ', printf('%2000d', 1))",
        "SELECT randomblob(1e18)",
    ],
)
def test_values_beyond_the_limit_are_refused(session: Session, sql: str) -> None:
    assert outcome(session, sql) == "string or blob too big"


@pytest.mark.soak
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT length(printf('%999999999d', 1))",
        "SELECT length(printf('%.999999999c', 'a'))",
        "SELECT length(zeroblob(1000000000))",
        "SELECT length(hex(zeroblob(499999999)))",
        "SELECT length(trim(printf('%900000000d', 1)))",
        "SELECT printf('%900000000d', 1) LIKE '%1'",
        "SELECT length(substr(zeroblob(1000000000), 2))",
        "SELECT length(zeroblob(600000000) || zeroblob(600000000))",
        "SELECT length(concat(hex(zeroblob(400000000)), hex(zeroblob(400000000))))",
        "SELECT length(json_array(hex(zeroblob(400000000)), hex(zeroblob(400000000))))",
        "SELECT length(group_concat(hex(zeroblob(400000000)))) FROM t",
        "SELECT length(json_group_array(hex(zeroblob(400000000)))) FROM t",
    ],
)
def test_values_as_long_as_they_may_be(session: Session, sql: str) -> None:
    """A billion bytes; these take gigabytes of memory."""
    reference = apsw.Connection(":memory:")
    reference.execute("CREATE TABLE t(a, b); INSERT INTO t VALUES (1, 2), (3, 4)")
    try:
        expected = reference.execute(sql).fetchall()
    except apsw.TooBigError as error:
        assert outcome(session, sql) == str(error)
    else:
        assert session.query(sql)[1] == expected


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT abs(-9223372036854775808)",
        "SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)",
    ],
)
def test_integer_overflow(session: Session, sql: str) -> None:
    assert outcome(session, sql) == "integer overflow"


@pytest.mark.parametrize("seed", range(5))
def test_random_bytes_as_sql(seed: int) -> None:
    """Bytes, and words of SQL in random order; 20,000 texts for each seed."""
    rnd = random.Random(seed)
    session = Session(":memory:")
    session.run_script("CREATE TABLE t(a, b)")
    for number in range(20_000):
        if number % 2:
            text = bytes(rnd.randrange(256) for _ in range(rnd.randint(1, 24)))
        else:
            text = b" ".join(rnd.choice(WORDS) for _ in range(rnd.randint(1, 9)))
        outcome(session, text.decode("utf-8", "surrogateescape"))
