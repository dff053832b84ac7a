"""The named sample: the same few files of every family, unpacked, on every machine."""

import hashlib
from collections import defaultdict
from pathlib import Path

from harness.errors import SuiteFault
from harness.suites.discover import find_sources
from harness.suites.family import family_of
from harness.suites.open import SuiteFile, open_source

SEED = "bench"


def unpack_sample(suites: list[str], per_family: int, target: Path) -> list[str]:
    """Write `per_family` files of every family below `target`; returns their names, sorted.

    A file's rank is a digest of its name, so the choice depends on nothing else. Raises
    SuiteFault for a suite that can't be read.
    """
    ranked: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for suite in find_sources(suites):
        for item in open_source(suite):
            if isinstance(item, SuiteFault):
                raise item
            kept = ranked[family_of(item.name)]
            kept.append((_rank(item.name), item.name))
            kept.sort()
            dropped = kept.pop() if len(kept) > per_family else None
            if dropped == (_rank(item.name), item.name):
                continue
            _write(item, target)
            if dropped is not None:
                (target / dropped[1]).unlink()
    return sorted(name for kept in ranked.values() for _, name in kept)


def _rank(name: str) -> str:
    return hashlib.sha256(f"{SEED}:{name}".encode()).hexdigest()


def _write(item: SuiteFile, target: Path) -> None:
    path = target / item.name
    path.parent.mkdir(parents=True, exist_ok=True)
    if item.text is not None:
        path.write_bytes(item.text)
    elif item.path is not None:
        path.write_bytes(item.path.read_bytes())
