"""A PEP 249 module that goes wrong in the way its argument names, wherever the SQL says `boom`.

Used as `dbapi:faulty:WAY`. Everything else is SQLite.
"""

import ctypes
import os
import sqlite3
import sys
import time

Error = sqlite3.Error


def segfault() -> None:
    ctypes.string_at(0)


def hang() -> None:
    while True:
        pass


def hang_in_c() -> None:
    ctypes.PyDLL(None).sleep(3600)


def allocate() -> None:
    kept = []
    while True:
        kept.append(bytearray(16 << 20))


def exit_at_once() -> None:
    os._exit(7)


def exit_politely() -> None:
    sys.exit(5)


def fork() -> None:
    os.fork()


def garbage() -> None:
    for _ in range(2000):
        os.write(1, b'{"say": "done"}\n\x00\xff garbage on standard output' * 10)
    print("garbage on standard error", file=sys.stderr, flush=True)


def talk_and_die() -> None:
    print("assertion failed: the last words", file=sys.stderr, flush=True)
    os.abort()


def raise_strangely() -> None:
    raise LookupError("not an SQL error")


def raise_without_a_class() -> None:
    raise BaseException("not even an exception")


class Cursor:
    def __init__(self, connection: "Connection") -> None:
        self.connection = connection
        self.cursor = connection.real.cursor()

    @property
    def description(self):
        return self.cursor.description

    @property
    def rowcount(self):
        return self.cursor.rowcount

    def execute(self, sql: str) -> None:
        self.connection.used = True
        if "boom" in sql:
            globals()[self.connection.way]()
        if "slow" in sql:
            time.sleep(0.05)
        self.cursor.execute(sql.replace("boom", "").replace("slow", ""))

    def fetchone(self):
        return self.cursor.fetchone()

    def fetchall(self):
        return self.cursor.fetchall()


class Connection:
    def __init__(self, way: str) -> None:
        self.way = way
        self.used = False
        self.real = sqlite3.connect(":memory:", isolation_level=None)

    def cursor(self) -> Cursor:
        return Cursor(self)

    def close(self) -> None:
        if self.way == "segfault_at_close" and self.used:
            ctypes.string_at(0)
        self.real.close()


def connect(way: str) -> Connection:
    if way == "refuse":
        raise Error("no database today")
    if way == "die":
        os.abort()
    return Connection(way)
