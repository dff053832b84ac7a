"""Suites: what is found where, what it is called, and what a selection takes."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest
import zstandard

from harness.errors import UsageError
from harness.suites import registry
from harness.suites.discover import find_sources
from harness.suites.family import family_of
from harness.suites.selection import Sample, Selection

CASE = "query I nosort\nSELECT {}\n----\n{}\n"


def tar_bytes(members: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, text in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    return buffer.getvalue()


def zip_bytes(members: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return buffer.getvalue()


MEMBERS = {"a/one.test": CASE.format(1, 1), "b/two.slt": CASE.format(2, 2), "README": "no suite"}
PACKERS = {
    ".zip": lambda: zip_bytes(MEMBERS),
    ".tar": lambda: tar_bytes(MEMBERS),
    ".tar.gz": lambda: gzip.compress(tar_bytes(MEMBERS)),
    ".tar.bz2": lambda: bz2.compress(tar_bytes(MEMBERS)),
    ".tar.xz": lambda: lzma.compress(tar_bytes(MEMBERS)),
    ".tar.zst": lambda: zstandard.compress(tar_bytes(MEMBERS)),
}


@pytest.mark.parametrize("suffix", PACKERS)
def test_archives_are_read_in_place(workplace, suffix):
    path = workplace.write("packed" + suffix, PACKERS[suffix]())
    before = sorted(workplace.folder.rglob("*"))
    ran = workplace.run(suites=[str(path)])
    assert [name for name, _, _ in ran.cases] == ["a/one.test", "b/two.slt"]
    assert ran.result.all_passed
    left = {p.name for p in set(workplace.folder.rglob("*")) - set(before)}
    assert not {"one.test", "two.slt"} & left


def test_names_are_relative_to_the_suite(workplace):
    workplace.write("x/one.test", CASE.format(1, 1))
    workplace.write("x/deep/er/two.test", CASE.format(1, 1))
    workplace.write("x/notes.txt", "not a suite")
    workplace.write("x/.hidden/three.test", CASE.format(1, 1))
    names = [source.name for source in find_sources([str(workplace.suite / "x")])]
    assert names == ["one.test", "deep/er/two.test"]


def test_a_folder_of_archives_names_files_as_if_unpacked(workplace):
    workplace.write("index.tar.bz2", PACKERS[".tar.bz2"]())
    ran = workplace.run()
    assert {name for name, _, _ in ran.cases} == {"a/one.test", "b/two.slt"}


def test_same_name_twice_is_two_files(workplace):
    one = workplace.write("one/same.test", CASE.format(1, 1))
    two = workplace.write("two/same.test", CASE.format(2, 3))
    ran = workplace.run(suites=[str(one.parent), str(two.parent), str(one.parent)])
    assert ran.result.files == 2
    assert sorted(ran.verdicts()) == ["failed", "passed"]


def test_glob(workplace):
    for name in ("a1.test", "a2.test", "b1.test"):
        workplace.write(name, CASE.format(1, 1))
    ran = workplace.run(suites=[str(workplace.suite / "a*.test")])
    assert ran.result.files == 2


SETUP = """\
statement ok
CREATE TABLE t(a)

query I nosort same
SELECT count(*) FROM t
----
0

statement ok
INSERT INTO t VALUES(5)

query I nosort
SELECT a
  FROM t
----
5

statement ok
DROP TABLE t
"""


@pytest.mark.parametrize("line", [12, 13, 16])
def test_one_case_with_its_setup(workplace, line):
    """Any line of a record names it; the statements before it run, and only it is judged."""
    path = workplace.write("a.test", SETUP)
    ran = workplace.run(suites=[f"{path}:{line}"])
    assert ran.cases == [("a.test", 12, "passed")]


@pytest.mark.parametrize("way", ["segfault", "hang"])
def test_crash_in_the_setup_of_one_case(workplace, way):
    """Only the case named is judged, whatever its setup does."""
    path = workplace.write("a.test", SETUP.replace("INSERT", "boom INSERT"))
    ran = workplace.run(f"dbapi:faulty:{way}", suites=[f"{path}:12"], record_timeout=1.0)
    assert ran.cases == [("a.test", 12, "failed")]


def test_one_case_of_an_archive(workplace):
    path = workplace.write("p.tar.gz", gzip.compress(tar_bytes({"d/a.test": SETUP})))
    ran = workplace.run(suites=[f"{path}/d/a.test:12"])
    assert ran.cases == [("d/a.test", 12, "passed")]


def test_line_without_a_case(workplace):
    path = workplace.write("a.test", SETUP)
    ran = workplace.run(suites=[f"{path}:3"])
    assert ran.verdicts() == ["failed"]
    assert "no statement or query is on this line" in ran.details[0]["message"]


@pytest.mark.parametrize(
    "named", ["nowhere", "nowhere.test:3", "empty", "notes.txt", "empty:4", "*.none"]
)
def test_what_is_no_suite(workplace, named, monkeypatch):
    monkeypatch.chdir(workplace.folder)
    (workplace.folder / "empty").mkdir()
    (workplace.folder / "notes.txt").write_text("x")
    with pytest.raises(UsageError) as caught:
        find_sources([named])
    assert named.split(":")[0] in str(caught.value)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("index/between/10/slt_good_2.test", "index/between"),
        ("random/expr/slt_good_0.test", "random/expr"),
        ("evidence/in1.test", "evidence"),
        ("select4.test", "select4"),
    ],
)
def test_family(name, family):
    assert family_of(name) == family


def test_include_and_exclude(workplace):
    for name in ("a/1.test", "a/2.test", "b/1.test"):
        workplace.write(name, CASE.format(1, 1))
    selection = Selection(include=("a/*", "b/*"), exclude=("*/2.test",))
    ran = workplace.run(selection=selection)
    assert [name for name, _, _ in ran.cases] == ["a/1.test", "b/1.test"]


def test_sample_of_queries_keeps_statements(workplace):
    text = "statement ok\nCREATE TABLE t(a)\n\n" + "".join(
        CASE.format(i, i) + "\n" for i in range(400)
    )
    workplace.write("a.test", text)
    runs = [
        workplace.run(selection=Selection(queries=Sample(0.25, seed))).cases
        for seed in ("1", "1", "2")
    ]
    assert runs[0] == runs[1] != runs[2]
    assert 60 < len(runs[0]) < 140
    assert runs[0][0] == ("a.test", 1, "passed")


@pytest.mark.parametrize("text", ["0", "1.5", "much:1", "", "-0.1:2"])
def test_no_sample(text):
    with pytest.raises(UsageError):
        Sample.parse(text)


def test_registry(workplace, monkeypatch):
    base = workplace.store.parent
    path = workplace.write("mine/a.test", CASE.format(1, 1))
    workplace.write("mine/b.test", CASE.format(2, 2))
    entry = registry.add("mine", str(path.parent), base)
    assert registry.find("mine", base) == entry
    assert registry.differences(entry) == []
    path.write_text(CASE.format(1, 2))
    (path.parent / "b.test").unlink()
    workplace.write("mine/c.test", CASE.format(3, 3))
    assert registry.differences(entry) == ["missing: b.test", "new: c.test", "changed: a.test"]
    ran = workplace.run(suites=["mine"])
    assert ran.result.files == 2
    with pytest.raises(UsageError):
        registry.find("theirs", base)
    with pytest.raises(UsageError):
        registry.add("../out", str(path.parent), base)


def test_registry_fetches_from_a_url(workplace):
    archive = workplace.write("far.zip", zip_bytes(MEMBERS))
    entry = registry.add("far", archive.as_uri(), workplace.store.parent)
    assert Path(entry.path).parent == (workplace.store.parent / "suites" / "far").resolve()
    assert workplace.run(suites=["far"]).result.files == 2
