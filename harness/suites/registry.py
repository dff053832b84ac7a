"""Suites kept under a name, with the checksum of every file they had when they were added.

`.dbwright/suites/NAME.json` holds one entry; what was fetched (an URL, a git repository)
lies in `.dbwright/suites/NAME/`. Nothing is fetched but by `add`.
"""

import hashlib
import json
import re
import shutil
import subprocess
import urllib.request
from dataclasses import asdict, dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlparse

from harness.errors import HarnessError, UsageError
from harness.suites.discover import ARCHIVE_SUFFIXES, SUITE_SUFFIXES, find_sources

WELL_KNOWN = {
    "official": "https://www.sqlite.org/sqllogictest/tarball/trunk/sqllogictest.tar.gz",
}
"""Suites that are added by their name alone."""

FETCH_TIMEOUT = 60.0


@dataclass
class Entry:
    """One registered suite: where it came from, where it lies, and its files' SHA-256."""

    name: str
    origin: str
    path: str
    files: dict[str, str]


def _folder(base: Path) -> Path:
    return base / "suites"


def add(name: str, origin: str | None, base: Path) -> Entry:
    """Register the suite at `origin`: a path, an URL of a file, or a git repository.

    `base` is the folder of the store. Raises UsageError for a bad name or path, HarnessError
    when fetching fails.
    """
    if not re.fullmatch(r"[A-Za-z0-9][\w.-]*", name):
        raise UsageError(f"{name!r} is no name for a suite", "letters, digits, '.', '_', '-'")
    origin = origin or WELL_KNOWN.get(name)
    if origin is None:
        known = ", ".join(WELL_KNOWN)
        raise UsageError(f"where does suite {name!r} come from?", f"without a place: {known}")
    target = _folder(base) / name
    target.parent.mkdir(parents=True, exist_ok=True)
    path = _fetch(origin, target)
    entry = Entry(name, origin, str(path), checksums(path))
    _file(name, base).write_text(json.dumps(asdict(entry), indent=1), encoding="utf-8")
    return entry


def _fetch(origin: str, target: Path) -> Path:
    """The local path of what `origin` names, fetched into `target` if it isn't local."""
    if Path(origin).exists():
        return Path(origin).resolve()
    is_git = origin.startswith(("git@", "git+", "git://")) or origin.endswith(".git")
    if not is_git and "://" not in origin:
        raise UsageError(f"{origin}: no such file or folder", "a PATH, an URL, or a git address")
    shutil.rmtree(target, ignore_errors=True)
    if is_git:
        address = origin.removeprefix("git+")
        command = ["git", "clone", "--quiet", "--depth", "1", "--", address, str(target)]
        if subprocess.run(command, check=False).returncode != 0:
            raise HarnessError(f"{address}: could not be cloned", "git's own message is above")
        return target.resolve()
    name = Path(urlparse(origin).path).name
    if not name.endswith(SUITE_SUFFIXES + ARCHIVE_SUFFIXES):
        raise UsageError(
            f"{origin}: not a suite file or archive", "see `dbwright suite add --help`"
        )
    target.mkdir(parents=True)
    try:
        with (
            urllib.request.urlopen(origin, timeout=FETCH_TIMEOUT) as source,
            (target / name).open("wb") as file,
        ):
            shutil.copyfileobj(source, file)
    except (URLError, OSError) as error:
        shutil.rmtree(target, ignore_errors=True)
        raise HarnessError(f"{origin}: could not be fetched: {error}") from error
    return (target / name).resolve()


def checksums(path: Path) -> dict[str, str]:
    """SHA-256 of every suite file and archive at `path`, by its name."""
    found = {}
    for source in find_sources([str(path)]):
        with source.path.open("rb") as file:
            found[source.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return found


def entries(base: Path) -> list[Entry]:
    """All registered suites, by name."""
    return [
        Entry(**json.loads(path.read_text(encoding="utf-8")))
        for path in sorted(_folder(base).glob("*.json"))
    ]


def find(name: str, base: Path) -> Entry:
    """The suite called `name`; raises UsageError if there is none."""
    for entry in entries(base):
        if entry.name == name:
            return entry
    raise UsageError(f"no suite is called {name!r}", "`dbwright suite list` shows them")


def resolve(suite: str, base: Path) -> str:
    """A registered name as its path; anything else, and what exists as a file, as it is."""
    if not Path(suite).exists() and _file(suite, base).is_file():
        return find(suite, base).path
    return suite


def differences(entry: Entry) -> list[str]:
    """What `verify` found: each file that is missing, changed or new, in words."""
    try:
        now = checksums(Path(entry.path))
    except UsageError:
        now = {}
    found = [f"missing: {name}" for name in sorted(entry.files.keys() - now.keys())]
    found += [f"new: {name}" for name in sorted(now.keys() - entry.files.keys())]
    found += [
        f"changed: {name}"
        for name, digest in sorted(entry.files.items())
        if name in now and now[name] != digest
    ]
    return found


def _file(name: str, base: Path) -> Path:
    return _folder(base) / (name.replace("/", "_") + ".json")
