"""Malformed files: flipped, cut and spliced databases give an SqlError or rows, never a crash."""

import random

import apsw
import pytest

from target_db.errors import CORRUPT, NOTADB, SqlError
from target_db.storage.copying import open_image
from target_db.storage.integrity import IntegrityCheck
from target_db.storage.keyinfo import KeyInfo

SCRIPT = """
CREATE TABLE t(a, b);
CREATE INDEX t_b ON t(b);
CREATE TABLE w(k PRIMARY KEY, v) WITHOUT ROWID;
WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 120)
INSERT INTO t SELECT i, CASE i % 9 WHEN 0 THEN zeroblob(900) ELSE 'text ' || i END FROM n;
INSERT INTO w SELECT b || a, a FROM t;
DELETE FROM t WHERE a % 4 = 0;
"""
KEYS = KeyInfo([], [], 1)


def make(folder, auto_vacuum: int) -> bytes:
    path = folder / f"{auto_vacuum}.db"
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA page_size=512").fetchall()
    connection.execute(f"PRAGMA auto_vacuum={auto_vacuum}").fetchall()
    connection.execute(SCRIPT).fetchall()
    connection.close()
    return path.read_bytes()


def damage(image: bytes, chosen: random.Random) -> bytes:
    data = bytearray(image)
    kind = chosen.randrange(5)
    if kind == 0:
        for _ in range(chosen.randint(1, 12)):
            data[chosen.randrange(len(data))] = chosen.randrange(256)
    elif kind == 1:
        at = chosen.randrange(len(data) // 512) * 512
        for _ in range(chosen.randint(1, 5)):  # page headers and cell pointers
            data[at + chosen.randrange(40)] = chosen.randrange(256)
    elif kind == 2:
        del data[chosen.randrange(len(data)) :]
    elif kind == 3:
        source = chosen.randrange(len(data) // 512) * 512
        target = chosen.randrange(len(data) // 512) * 512
        data[target : target + 512] = data[source : source + 512]
    else:
        at = chosen.randrange(len(data))
        data[at : at + 4] = chosen.choice([0, 1, 2**31, 2**32 - 1, 7]).to_bytes(4, "big")
    return bytes(data)


def use(image: bytes, chosen: random.Random) -> None:
    """Read all that there is, check it, and change it; any SqlError must be of damage."""
    store = open_image(image)
    try:
        store.begin(True)
        roots = []
        schema = store.table_cursor(1)
        more = schema.first()
        while more and len(roots) < 20:
            if len(schema.row) > 3 and isinstance(schema.row[3], int) and schema.row[3] > 0:
                roots.append((schema.row[0] == "index" or schema.row[1] == "w", schema.row[3]))
            more = schema.next()
        for is_index, root in roots:
            check = IntegrityCheck(store)
            check.check_tree(root, KEYS if is_index else None)
            check.check_pages()
            attempt(change_index if is_index else change_table, store, root, chosen)
            attempt(walk, store, is_index, root)
        store.commit()
    except SqlError as error:
        assert error.primary_code in (CORRUPT, NOTADB), error
        store.rollback()


def attempt(action, *arguments) -> None:
    try:
        action(*arguments)
    except SqlError as error:
        assert error.primary_code == CORRUPT, error


def walk(store, is_index: bool, root: int) -> None:
    cursor = store.index_cursor(root, KEYS) if is_index else store.table_cursor(root)
    seen = 0
    more = cursor.first()
    while more and seen < 2000:
        seen += 1
        more = cursor.next()


def change_table(store, root: int, chosen: random.Random) -> None:
    cursor = store.table_cursor(root)
    for _ in range(20):
        rowid = chosen.randint(-5, 200)
        if cursor.seek(rowid):
            cursor.delete()
        else:
            cursor.insert(rowid, (1, "y" * chosen.choice([5, 800])))


def change_index(store, root: int, chosen: random.Random) -> None:
    cursor = store.index_cursor(root, KEYS)
    for _ in range(20):
        key = (f"text {chosen.randint(0, 120)}", chosen.randint(0, 120))
        if cursor.find(key[:1]):
            cursor.delete()
        else:
            cursor.insert(key)


def campaign(folder, count: int, seed: int) -> None:
    chosen = random.Random(seed)
    images = [make(folder, mode) for mode in (0, 1, 2)]
    for _ in range(count):
        use(damage(chosen.choice(images), chosen), chosen)


def test_a_sample(tmp_path) -> None:
    campaign(tmp_path, 300, 1)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100))
def test_two_hundred_thousand(seed, tmp_path) -> None:
    campaign(tmp_path, 2000, seed)
