"""The commit protocols as models: sound in every state, found out when faulty, true to the code."""

from itertools import combinations

import apsw
import pytest
from journal_model import (
    Disk,
    JournalModel,
    Violation,
    apply,
    is_safe,
    pages_first,
    recovery,
    swapped,
    without,
)
from wal_model import WAL_FAULTS, State, WalModel
from wal_model import Violation as WalViolation

from target_db.storage.database import Store
from target_db.storage.journal import MAGIC

MODES = ["delete", "truncate", "persist"]
SCRIPTS = [
    [["write", "write", "checkpoint", "write"], ["read", "checkpoint", "read"]],
    [["write", "checkpoint", "write", "read"], ["write", "read", "checkpoint", "write"]],
    [["read", "write", "checkpoint"], ["write", "read", "checkpoint"]],
]
JOURNAL_FAULTS = {
    "records are not synced": ("delete", without(("sync", "journal"), 0), None),
    "the count is not synced": ("truncate", without(("sync", "journal"), 1), None),
    "the journal's name is not synced": ("delete", without(("sync", "folder"), 0), None),
    "the database is not synced": ("persist", without(("sync", "db")), None),
    "the database is written first": ("delete", pages_first, None),
    "the journal goes before the sync": ("delete", swapped(("delete",), ("sync", "db")), None),
    "the end is not synced": ("delete", without(("sync", "folder"), 1), None),
    "recovery does not sync": ("delete", None, without(("sync", "db"))),
}


@pytest.mark.parametrize("mode", MODES)
def test_the_journal_is_sound(mode) -> None:
    assert JournalModel(mode).explore() > 50


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("scripts", SCRIPTS)
def test_the_log_is_sound(scripts, full) -> None:
    assert WalModel(scripts, full).explore() > 300


@pytest.mark.parametrize("fault", JOURNAL_FAULTS)
def test_a_fault_of_the_journal_is_found(fault) -> None:
    mode, change, change_recovery = JOURNAL_FAULTS[fault]
    with pytest.raises(Violation):
        JournalModel(mode, change, change_recovery).explore()


@pytest.mark.parametrize("fault", WAL_FAULTS)
def test_a_fault_of_the_log_is_found(fault) -> None:
    full = fault != "log is not synced before copying"  # with full synchronisation it is already
    with pytest.raises(WalViolation):
        WalModel(SCRIPTS[0], full, {fault}).explore()


# The journal's model beside the code


def stage(operation: tuple) -> tuple:
    """An operation of the model, by what it is for."""
    kind = operation[0]
    if kind in ("delete", "truncate") or operation == ("header", None):
        return ("void",)
    if kind == "header":
        return ("count",) if operation[1][1] else ("records",)
    if kind in ("mark", "body"):
        return ("records",)
    return operation if kind == "sync" else (kind,)


def code_stage(operation: tuple) -> tuple:
    """An operation of the code on its disk, in the same terms."""
    kind, *rest = operation
    if kind == "sync folder":
        return ("sync", "folder")
    path = rest[0]
    if kind == "sync":
        return ("sync", "journal" if path.endswith("-journal") else "db")
    if kind == "create":
        return ("create",)
    if path.endswith("-journal"):
        if kind in ("delete", "truncate") or rest[2][:8] != MAGIC:
            return ("void",)
        return ("count",) if rest[2][8:12] != bytes(4) else ("records",)
    return ("write",)


def stages(program: list, name) -> list[tuple[tuple, list]]:
    """Operations in a row that are for the same: what for, and which."""
    found: list[tuple[tuple, list]] = []
    for operation in program:
        if not found or found[-1][0] != name(operation) or name(operation)[0] == "sync":
            found.append((name(operation), []))
        found[-1][1].append(operation)
    return found


def write_pages(store: Store, root: int, number: int) -> None:
    """A transaction that writes `number` into two rows, which are on two pages."""
    store.begin(True)
    cursor = store.table_cursor(root)
    for rowid in (1, 2):
        cursor.insert(rowid, (number, "x" * 400))
    store.commit()


def read_pages(store: Store, root: int) -> tuple:
    store.begin(False)
    cursor = store.table_cursor(root)
    found = []
    for rowid in (1, 2):
        assert cursor.seek(rowid)
        found.append(cursor.row[0])
    store.commit()
    return tuple(found)


def create(store: Store, mode: str) -> int:
    store.configure(512)
    store.set_synchronous(3)
    store.set_journal_mode(mode)
    store.set_auto_checkpoint(0)
    store.begin(True)
    root = store.create_table_tree()
    store.table_cursor(1).insert(1, ("table", "t", "t", root, "CREATE TABLE t(a, b)"))
    store.set_meta(1, 1)
    store.commit()
    write_pages(store, root, 0)
    return root


def lay_out(files: dict[str, bytes], operations: list[tuple]) -> dict[str, bytes]:
    """The files after some operations; those on a file whose creation is lost are lost too."""
    found = {path: bytearray(data) for path, data in files.items()}
    for kind, *rest in operations:
        if kind == "create":
            found[rest[0]] = bytearray()
        elif kind == "delete":
            found.pop(rest[0], None)
        elif kind == "truncate" and rest[0] in found:
            del found[rest[0]][rest[1] :]
        elif kind == "write" and rest[0] in found:
            content = found[rest[0]]
            content.extend(bytes(max(rest[1] + len(rest[2]) - len(content), 0)))
            content[rest[1] : rest[1] + len(rest[2])] = rest[2]
    return {path: bytes(data) for path, data in found.items()}


@pytest.mark.parametrize("mode", MODES)
def test_traces_of_the_journal_on_the_code(mode, new_disk) -> None:
    """The code does the model's steps in the model's order, and after each power cut, with each
    subset of the steps that are not safe, it recovers what the model says."""
    disk = new_disk()
    store = Store.open_file("db", vfs=disk)
    root = create(store, mode)
    model_disk = Disk()
    for number in (1, 2):
        files = {path: bytes(data) for path, data in disk.files.items()}
        start = len(disk.log)
        write_pages(store, root, number)
        program = JournalModel(mode).program(number)
        if mode != "delete" and number == 1:  # the code's first transaction made the journal
            program = [step for step in program if step not in (("create",), ("sync", "folder"))]
            model_disk = model_disk._replace(exists=True)
        steps = stages(program, stage)
        done = stages(disk.log[start:], code_stage)
        assert [name for name, _ in done] == [name for name, _ in steps]
        compared = compare_power_cuts(files, model_disk, steps, done, root, new_disk)
        assert compared > 12
        for operation in program:
            model_disk = apply(model_disk, operation)


def compare_power_cuts(files, model_disk, steps, done, root, new_disk) -> int:
    compared = 0
    for cut in range(len(steps) + 1):
        program = [operation for _, group in steps[:cut] for operation in group]
        ends = [sum(len(group) for _, group in steps[: i + 1]) for i in range(cut)]
        unsafe = [
            i for i in range(cut) if steps[i][0][0] != "sync" and not is_safe(program, ends[i] - 1)
        ]
        for size in range(len(unsafe) + 1):
            for lost in combinations(unsafe, size):
                kept = [i for i in range(cut) if i not in lost]
                expected = model_disk
                for operation in [o for i in kept for o in steps[i][1]]:
                    expected = apply(expected, operation)
                for operation in recovery(expected):
                    expected = apply(expected, operation)
                left = lay_out(files, [o for i in kept for o in done[i][1]])
                found = read_pages(Store.open_file("db", vfs=new_disk(left)), root)
                assert found == expected.pages, (cut, lost)
                compared += 1
    return compared


# The log's model beside the code

CALLS = {"write": (1, 5), "read": (1, 2), "checkpoint": (6,)}


def advance(model: WalModel, state: State, number: int) -> State | None:
    """What one call of a process leads to; None when it would have to wait."""
    process = state.processes[number]
    if process.activity == len(model.scripts[number]):
        return None
    call = 0 if process.step == 0 else 1
    for _ in range(CALLS[model.scripts[number][process.activity]][call]):
        following = model.step(state, number)
        if following is None:
            return None
        state = following
        if state.processes[number].step == 0:  # a checkpoint with nothing to copy
            break
    return state


def schedules(model: WalModel, state: State, way: list[int]) -> list[list[int]]:
    """Every order of the processes' calls."""
    found = []
    for number in range(len(model.scripts)):
        following = advance(model, state, number)
        if following is not None:
            found += schedules(model, following, [*way, number])
    return found or [way]


def replay(path: str, scripts: list[list[str]], order: list[int]) -> None:
    """Make the calls on real files; every read gives what the model says."""
    stores = [Store.open_file(path) for _ in scripts]
    root = create(stores[0], "wal")
    for store in stores:
        store.set_synchronous(0)
        store.set_auto_checkpoint(0)
    model = WalModel(scripts, True)
    state = State()
    for number in order:
        before = state.processes[number]
        activity = scripts[number][before.activity]
        following = advance(model, state, number)
        assert following is not None
        store = stores[number]
        if activity == "checkpoint":
            store.checkpoint(0)
        elif activity == "read":
            call_reader(store, root, before.mark is not None, model, state, number)
        elif before.step == 0:
            store.begin(True)
        else:
            cursor = store.table_cursor(root)
            for rowid in (1, 2):
                cursor.insert(rowid, (before.seen, "x" * 400))
            store.commit()
        state = following
    for store in stores:
        store.close()
    connection = apsw.Connection(path)
    rows = connection.execute("SELECT a FROM t").fetchall()
    assert rows == [(state.committed,)] * 2
    connection.close()


def call_reader(store: Store, root: int, has_begun: bool, model, state: State, number: int) -> None:
    if not has_begun:
        store.begin(False)
        return
    after_first = model.step(state, number)
    assert after_first is not None
    expected = after_first.processes[number].seen
    cursor = store.table_cursor(root)
    for rowid in (1, 2):
        assert cursor.seek(rowid)
        assert cursor.row[0] == expected
    store.commit()


def replay_every(scripts, nth: int, folder) -> int:
    orders = schedules(WalModel(scripts, True), State(), [])
    for place, order in enumerate(orders[::nth]):
        replay(str(folder / f"{place}.db"), scripts, order)
    return len(orders)


@pytest.mark.parametrize("scripts", SCRIPTS)
def test_traces_of_the_log_on_the_code(scripts, tmp_path) -> None:
    count = len(schedules(WalModel(scripts, True), State(), []))
    assert count > 100
    assert replay_every(scripts, count // 25, tmp_path) == count


@pytest.mark.soak
@pytest.mark.parametrize("scripts", SCRIPTS)
def test_every_trace_of_the_log_on_the_code(scripts, tmp_path) -> None:
    replay_every(scripts, 1, tmp_path)
