"""Serves a Python engine over JSON lines, and ends the process at the first forbidden act.

This file runs inside the jail as a script of its own and imports nothing of dbwright. For
`{"sql": ...}` on standard input it answers `{"result": [[...]]}` or `{"err": ...}`.

The engine is a module with `connect()` and `Error`: what `connect` returns has
`execute(sql) -> list of rows`. With `--dbapi` it is a PEP 249 module.

With `--resets` this process imports the engine, asks it a little in a database that is thrown
away, and then has a child serve each database, so that loading it once is enough for many:
`{"reset": true}` ends the child, and the next begins with what the loading left.

The guard is an audit hook (PEP 578), which Python code cannot take off again. A forbidden
act is told on standard error as `dbwright guard: REASON: what`, and the process exits with
status 86 before the act is done.
"""

import _thread
import json
import os
import sys
import sysconfig
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

EXIT_STATUS = 86
RESET_STATUS = 87
MARK = "dbwright guard"

REFERENCE_MODULES = frozenset(
    ("sqlite3", "_sqlite3", "apsw", "duckdb", "_duckdb", "pysqlite3", "sqlglot", "psycopg",
     "pymysql", "sqlalchemy", "target_db", "harness", "sqllogictest")
)  # fmt: skip
FOREIGN_MODULES = frozenset(
    ("ctypes", "_ctypes", "cffi", "_cffi_backend", "subprocess", "_posixsubprocess",
     "multiprocessing", "_multiprocessing", "socket", "_socket", "ssl", "urllib.request",
     "http.client", "ftplib", "pty", "asyncio", "concurrent.futures.process", "_posixshmem")
)  # fmt: skip
PROCESS_EVENTS = ("os.fork", "os.forkpty", "os.exec", "os.posix_spawn", "os.spawn", "os.system",
                  "os.kill", "os.killpg", "subprocess.Popen", "pty.spawn")  # fmt: skip
TAMPER_EVENTS = ("gc.get_objects", "gc.get_referrers", "gc.get_referents", "sys.addaudithook",
                 "sys.settrace", "sys.setprofile", "cpython.run_startup",
                 "sys.monitoring.register_callback")  # fmt: skip
CHANGE_EVENTS = ("os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.link", "os.symlink",
                 "os.chmod", "os.chown", "os.truncate", "shutil.rmtree", "shutil.copyfile",
                 "shutil.move", "os.putenv", "os.unsetenv")  # fmt: skip
WARMING = ("CREATE TABLE t(a INTEGER)", "INSERT INTO t VALUES(1)",
           "SELECT a FROM t WHERE a > 0 ORDER BY a")  # fmt: skip
MOST_DESCRIPTORS = 64
LOOK_EVENTS = ("os.listdir", "os.scandir", "glob.glob", "os.walk")
SUITE_MARKS = (".test", ".slt", "corpus", "suite", "baseline", "siblings", ".git")


def guard(folder: str, own_modules: frozenset[str], profiled: bool) -> None:
    """Install the audit hook; `folder` is the engine's, which it may read.

    Nobody but `children`, called by `serve`, may fork, and nobody may call their code.
    """
    may_fork, may_call, frame = children.__code__, serve.__code__, sys._getframe
    readable = tuple(
        os.path.realpath(path) + "/"
        for path in (folder, sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"))
    )
    write, leave, real = os.write, os._exit, os.path.realpath
    own_source = real(__file__)
    forbidden_references = REFERENCE_MODULES - own_modules
    tamper_events = frozenset(TAMPER_EVENTS) - frozenset(("sys.setprofile",) if profiled else ())

    def end(reason: str, what: str) -> None:
        write(2, f"{MARK}: {reason}: {what[:300]}\n".encode("utf-8", "replace"))
        leave(EXIT_STATUS)

    def look(path: object, changes: bool) -> None:
        if isinstance(path, int) or path is None:
            return
        name = os.fsdecode(path) if isinstance(path, (str, bytes)) else str(path)
        if name in ("/dev/null", "/dev/urandom"):
            return
        full = real(name) + "/"
        if changes:
            end("escape", f"writes {name}")
        elif not full.startswith(readable) and full != own_source + "/":
            suite = any(mark in name.lower() for mark in SUITE_MARKS)
            end("reads the suite" if suite else "escape", f"reads {name}")

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = arguments[0], arguments[1], arguments[2]
            changes = isinstance(mode, str) and any(letter in mode for letter in "wax+")
            if mode is None and isinstance(flags, int):
                changes = bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            look(path, changes)
        elif event == "import":
            name = str(arguments[0])
            if name in FOREIGN_MODULES:
                end("forbidden import", f"imports {name}")
            elif name.partition(".")[0] in forbidden_references:
                end("reference engine", f"imports {name}")
        elif event.startswith(("ctypes.", "socket.")):
            end("escape", event)
        elif event in PROCESS_EVENTS:
            if event == "os.fork":
                caller = frame(1)
                above = caller.f_back
                if caller.f_code is may_fork and above is not None and above.f_code is may_call:
                    return
            end("starts a process", f"{event} {arguments[:1]}")
        elif event in ("exec", "function.__new__"):
            if arguments[0] is may_fork or arguments[0] is may_call:
                end("tampering", f"{event} of the host's own code")
        elif event == "mmap.__new__":
            end("escape", "maps memory, which processes may share")
        elif event in tamper_events:
            end("tampering", event)
        elif event in CHANGE_EVENTS:
            end("escape", f"{event} {arguments[:1]}")
        elif event in LOOK_EVENTS:
            look(arguments[0] if arguments[0] else ".", False)

    def no_sleep(seconds: float) -> None:
        end("stalling", f"time.sleep({seconds!r})")

    time.sleep = no_sleep  # type: ignore[assignment]
    sys.addaudithook(hook)


class Watch:
    """Notices when functions that the engine did not make, the host's included, are replaced."""

    def __init__(self) -> None:
        self.seen = {
            name: {key: value for key, value in vars(module).items() if callable(value)}
            for name, module in sys.modules.items()
            if name != "site" and hasattr(module, "__dict__")
        }
        self.modules = {name: sys.modules[name] for name in self.seen}

    def changed(self) -> str:
        """`module.function` that is not what it was; '' when all is."""
        for name, functions in self.seen.items():
            module = self.modules[name]
            if sys.modules.get(name) is not module:
                return name
            current = vars(module)
            for key, value in functions.items():
                if current.get(key) is not value:
                    return f"{name}.{key}"
        return ""


def rows_of(connection: object, sql: str, dbapi: bool) -> list[list[object]]:
    """What the engine gives for one text, as plain lists."""
    if dbapi:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        cursor.execute(sql)
        rows = cursor.fetchall() if cursor.description is not None else []
    else:
        rows = connection.execute(sql)  # type: ignore[attr-defined]
    return [[plain(value) for value in row] for row in rows or []]


def plain(value: object) -> object:
    """A value that JSON can carry: blobs as text, their bytes one character each."""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).decode("latin-1")
    if value is None or isinstance(value, (int, float, str)):
        return value
    raise TypeError(f"{type(value).__name__} is no SQL value")


def described(fault: Exception, folder: str) -> str:
    """An exception that the engine did not mean, and the engine's line that it came from."""
    frame, where = fault.__traceback__, ""
    while frame is not None:
        name = frame.tb_frame.f_code.co_filename
        if name.startswith(folder + "/"):
            where = f" ({name[len(folder) + 1 :]}:{frame.tb_lineno})"
        frame = frame.tb_next
    return f"internal error: {type(fault).__name__}: {fault}{where}"


def warm_up(connection: object, dbapi: bool) -> None:
    """Have the engine load what it loads at first use, whatever it answers."""
    for sql in WARMING:
        try:
            rows_of(connection, sql, dbapi)
        except Exception:
            return


def descriptors() -> list[int]:
    """The file descriptors that are open."""
    found = []
    for number in range(MOST_DESCRIPTORS):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return found


def children(
    fork: "Callable[[], int]", wait: "Callable[[int, int], tuple[int, int]]",
    leave: "Callable[[int], NoReturn]", check: "Callable[[], None]",
) -> None:  # fmt: skip
    """Have one child after another serve a database; returns in each of them.

    The process ends as a child does that was not told to end by a reset. `check` is called
    before each fork.
    """
    check()
    while (child := fork()) != 0:
        status = os.waitstatus_to_exitcode(wait(child, 0)[1])
        if status != RESET_STATUS:
            leave(status if status >= 0 else 128 - status)
        check()


def serve(module_name: str, dbapi: bool, profiled: bool, resets: bool) -> None:
    """Answer requests until standard input ends; then tell where the time went, if `profiled`."""
    folder = os.getcwd()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
    encode, decode = json.JSONEncoder().encode, json.JSONDecoder().decode
    note, leave, fork, wait = os.write, os._exit, os.fork, os.waitpid
    opened, threads = descriptors, _thread._count
    own = opened()

    def nothing_is_kept() -> None:
        """End the process where a database could learn of an earlier one."""
        kept = "a thread" if threads() else "a file" if opened() != own else ""
        if kept:
            note(2, f"{MARK}: tampering: keeps {kept} open between databases\n".encode())
            leave(EXIT_STATUS)

    guard(folder, frozenset((module_name.partition(".")[0],)), profiled)
    watch = Watch()
    sys.path.insert(0, folder)
    __import__(module_name)
    module = sys.modules[module_name]
    if resets:
        warm_up(module.connect(":memory:") if dbapi else module.connect(), dbapi)
        children(fork, wait, leave, nothing_is_kept)
    connection = module.connect(":memory:") if dbapi else module.connect()
    if dbapi and hasattr(connection, "isolation_level"):
        connection.isolation_level = None
    error = module.Error
    profiler = None
    if profiled:
        import cProfile

        profiler = cProfile.Profile()
    for count, line in enumerate(requests):
        if count & (count - 1) == 0:
            replaced = watch.changed()
            if replaced:
                note(2, f"{MARK}: tampering: {replaced} was replaced\n".encode())
                leave(EXIT_STATUS)
        request = decode(line)
        if "reset" in request:
            answers.write('{"result": []}\n')
            answers.flush()
            leave(RESET_STATUS)
        sql = request["sql"]
        try:
            if profiler is not None:
                rows = profiler.runcall(rows_of, connection, sql, dbapi)
            else:
                rows = rows_of(connection, sql, dbapi)
            answer = encode({"result": rows})
        except error as refused:
            answer = encode({"err": str(refused) or type(refused).__name__})
        except Exception as fault:
            answer = encode({"err": described(fault, folder)})
        answers.write(answer + "\n")
        answers.flush()
    if profiler is not None:
        import pstats

        pstats.Stats(profiler, stream=sys.stderr).sort_stats("cumulative").print_stats(25)
        sys.stderr.flush()
    leave(0)


if __name__ == "__main__":
    options = frozenset(sys.argv[2:])
    serve(sys.argv[1], "--dbapi" in options, "--profile" in options, "--resets" in options)
