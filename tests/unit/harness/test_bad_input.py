"""Bad suite files and archives: an error with file and line; the rest still runs.

Each case is broken in one way, and lies beside a sound file. `line` is where the error must
point; 0 is the file as a whole.
"""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pytest
import zstandard

GOOD = "statement ok\nCREATE TABLE t(a)\n\nquery I nosort\nSELECT count(*) FROM t\n----\n0\n"

BROKEN_FILES: dict[str, tuple[str | bytes, int]] = {
    "empty_directive.test": ("frobnicate\nSELECT 1\n", 1),
    "unknown_directive_later.test": (GOOD + "\nquerry I\nSELECT 1\n----\n1\n", 9),
    "missing_types.test": ("query\nSELECT 1\n----\n1\n", 1),
    "unknown_type.test": ("query IXQ\nSELECT 1,2,3\n----\n1\n2\n3\n", 1),
    "unknown_sort.test": ("query I sideways\nSELECT 1\n----\n1\n", 1),
    "statement_without_kind.test": ("statement\nSELECT 1\n", 1),
    "statement_of_no_kind.test": ("statement maybe_not\nSELECT 1\n", 1),
    "query_without_result.test": ("query I nosort\nSELECT 1\n", 1),
    "query_without_sql.test": ("query I nosort\n----\n1\n", 1),
    "cut_in_statement.test": (GOOD + "\nstatement ok", 9),
    "cut_in_query.test": (GOOD + "\nquery I nosort", 9),
    "cut_in_header.test": (GOOD + "\nque", 9),
    "threshold_no_number.test": ("hash-threshold many\n\n" + GOOD, 1),
    "threshold_missing.test": ("hash-threshold\n\n" + GOOD, 1),
    "threshold_negative.test": ("hash-threshold -3\n\n" + GOOD, 1),
    "condition_without_name.test": ("skipif\nstatement ok\nSELECT 1\n", 2),
    "condition_alone.test": ("onlyif sqlite\n\n" + GOOD, 1),
    "binary.test": (bytes(range(256)) * 64, 0),
    "zeros.test": (b"\0" * 4096, 0),
    "utf16.test": (GOOD.encode("utf-16"), 0),
    "elf.test": (b"\x7fELF\x02\x01\x01" + bytes(200), 0),
    "long_line.test": (b"statement ok\nSELECT '" + b"x" * (100 << 20) + b"'\n", 2),
    "crlf_unknown.test": ("statement ok\r\nCREATE TABLE t(a)\r\n\r\nnonsense\r\n", 4),
    "lone_cr.test": ("statement ok\rCREATE TABLE t(a)\r\rnonsense\r", 1),
    "include_missing.slt": ("include nowhere.slt\n\n" + GOOD, 1),
    "include_itself.slt": ("include include_itself.slt\n\n" + GOOD, 1),
    "include_outside.slt": ("include ../../outside.slt\n\n" + GOOD, 1),
    "include_absolute.slt": ("include /etc/hostname\n\n" + GOOD, 1),
    "bad_regex.slt": ("statement error (unclosed\nSELECT nonsense\n", 1),
    "bad_count.slt": ("statement count few\nSELECT 1\n", 1),
    "bad_control.slt": ("control sortmode upwards\n\n" + GOOD, 1),
    "control_unknown.slt": ("control gravity off\n\n" + GOOD, 1),
    "bad_sleep.slt": ("sleep forever\n\n" + GOOD, 1),
    "bad_retry.slt": ("query I retry x backoff y\nSELECT 1\n----\n1\n", 1),
    "loop_open.test": ("loop i 0 3\n\nstatement ok\nSELECT ${i}\n", 1),
    "endloop_alone.test": ("endloop\n\nloop i 0 1\n\nendloop\n", 1),
    "loop_no_numbers.test": ("loop i a b\n\nstatement ok\nSELECT 1\n\nendloop\n", 1),
    "loop_endless.test": ("loop i 0 99999999999\n\nstatement ok\nSELECT 1\n\nendloop\n", 1),
    "system_not_allowed.slt": ("system ok\ntouch should_not_exist\n", 1),
}


@pytest.fixture(scope="module")
def ran(module_workplace):
    """One run of everything that is broken, with sound files before, between and behind."""
    for name, (content, _) in BROKEN_FILES.items():
        module_workplace.write(f"files/{name}", content)
    for name, archive in BROKEN_ARCHIVES.items():
        module_workplace.write(f"archives/{name}", archive)
    for name in ("a.test", "files/good.test", "z.test"):
        module_workplace.write(name, GOOD)
    return module_workplace.run(workers=2)


def test_everything_else_ran(ran):
    good = [v for name, _, v in ran.cases if name in ("a.test", "files/good.test", "z.test")]
    assert good == ["passed"] * 6
    assert not ran.result.all_passed
    assert (ran.result.crashed, ran.result.timed_out) == (0, 0)


@pytest.mark.parametrize("name", BROKEN_FILES)
def test_broken_file(ran, name):
    _, line = BROKEN_FILES[name]
    name = f"files/{name}"
    broken = [detail for detail in ran.details if detail["name"] == name]
    assert broken, "nothing was reported"
    assert broken[0]["verdict"] == "failed"
    message = broken[0]["message"]
    assert "Traceback" not in message
    if line:
        assert broken[0]["line"] == line, message


def tar_of(members: dict[str, bytes], **extra: str) -> bytes:
    """A tar archive; `extra` maps a member's name to where it links to."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
        for name, target in extra.items():
            link = tarfile.TarInfo(name + ".test")
            link.type, link.linkname = tarfile.SYMTYPE, target
            archive.addfile(link)
    return buffer.getvalue()


def zip_of(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return buffer.getvalue()


FIRST = {"first.test": GOOD.encode()}
LARGE = {"first.test": GOOD.encode(), "second.test": GOOD.encode() + b"\n#" * 200_000}
ESCAPES = {**FIRST, "../escape.test": GOOD.encode()}


def cut(data: bytes) -> bytes:
    return data[: len(data) * 2 // 3]


def damaged(data: bytes) -> bytes:
    middle = len(data) // 2
    turned = bytes(255 - byte for byte in data[middle : middle + 40])
    return data[:middle] + turned + data[middle + 40 :]


BROKEN_ARCHIVES: dict[str, bytes] = {
    "cut.tar": cut(tar_of(LARGE)),
    "cut.tar.gz": cut(gzip.compress(tar_of(LARGE))),
    "cut.tar.bz2": cut(bz2.compress(tar_of(LARGE))),
    "cut.tar.xz": cut(lzma.compress(tar_of(LARGE))),
    "cut.tar.zst": cut(zstandard.compress(tar_of(LARGE))),
    "cut.zip": cut(zip_of(LARGE)),
    "damaged.tar.gz": damaged(gzip.compress(tar_of(LARGE))),
    "damaged.tar.bz2": damaged(bz2.compress(tar_of(LARGE))),
    "damaged.tar.xz": damaged(lzma.compress(tar_of(LARGE))),
    "no_archive.zip": b"this is no archive at all",
    "no_archive.tar": b"this is no archive at all" * 100,
    "no_archive.tar.gz": b"this is no archive at all",
    "empty.tar.bz2": b"",
    "empty.zip": b"",
    "escape.tar": tar_of(ESCAPES),
    "escape.zip": zip_of(ESCAPES),
    "absolute.tar.gz": gzip.compress(tar_of({**FIRST, "/tmp/absolute.test": GOOD.encode()})),
    "link.tar": tar_of(FIRST, link="/etc/hostname"),
    "header_only.zip": b"PK\x05\x06",
}


@pytest.mark.parametrize("name", BROKEN_ARCHIVES)
def test_broken_archive(ran, name):
    name = f"archives/{name}"
    (detail,) = [d for d in ran.details if f"{d['name']}/".startswith(f"{name}/")]
    assert detail["verdict"] == "failed"
    assert f"{detail['name']}:0: " in detail["message"]


def test_nothing_escaped(ran, module_workplace):
    assert not list(module_workplace.folder.rglob("escape.test"))


def test_unreadable_file(workplace):
    path = workplace.write("gone.test", GOOD)
    workplace.write("good.test", GOOD)
    sources = workplace.request()
    path.unlink()
    path.symlink_to(workplace.suite / "nowhere.test")
    ran = workplace.run(suites=sources.suites)
    assert ran.result.files == 1  # a dangling link is no file
