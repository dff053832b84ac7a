"""`file:` URIs, beside SQLite's reading of them."""

import apsw
import pytest

from target_db.errors import SqlError
from target_db.session.session import Session

FLAGS = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
URIS = [
    "file:{}/a%20b.db",
    "file:///{}/a%20b.db?mode=ro",
    "file://localhost{}/a%20b.db?mode=rw",
    "file:{}/a%20b.db?immutable=1",
    "file:{}/a%20b.db?immutable=yes&mode=rw",
    "file:{}/a%20b.db?immutable=0",
    "file:{}/a%20b.db?cache=private&psow=0",
    "file:{}/a%20b.db?nolock=1#fragment",
    "file:{}/none.db?mode=rw",
    "file:{}/none.db?mode=ro",
    "file:{}/a%20b.db?mode=bad",
    "file:{}/a%20b.db?cache=odd",
    "file:{}/a%20b.db?vfs=none",
    "file://elsewhere/a.db",
    "file:name?mode=memory",
    "file::memory:",
    "file:",
]
STATEMENTS = ["SELECT count(*) FROM sqlite_schema", "CREATE TABLE u(a)", "DROP TABLE u"]


def of_sqlite(uri: str) -> list:
    """What each statement gives, or how opening fails."""
    try:
        connection = apsw.Connection(uri, flags=FLAGS)
        found = [connection.execute(STATEMENTS[0]).fetchall()]
    except apsw.Error as error:
        return [str(error)]
    for sql in STATEMENTS[1:]:
        try:
            found.append(connection.execute(sql).fetchall())
        except apsw.Error as error:
            found.append(str(error))
    connection.close()
    return found


def of_target_db(uri: str) -> list:
    try:
        session = Session(uri, uri=True)
        found = []
        for sql in STATEMENTS:
            try:
                _, rows, error = session.query(sql)
            except SqlError as raised:
                error = raised
            found.append(rows if error is None else error.message)
        session.close()
    except SqlError as error:
        return [error.message]
    return found


@pytest.mark.parametrize("uri", URIS)
def test_uri(uri, tmp_path) -> None:
    connection = apsw.Connection(str(tmp_path / "a b.db"))
    connection.execute("CREATE TABLE t(a)")
    connection.close()
    uri = uri.format(tmp_path)
    assert of_target_db(uri) == of_sqlite(uri)
