"""Which build of this package runs: compiled by mypyc, or the Python source itself.

A compiled install carries `_compiled.json`, a digest of every source file that went into
its extension modules. The extensions are used only while each source still has the digest
they were built from; a stale one is never loaded. `DBWRIGHT_PURE=1` forces the source.

This file stands in each compiled package, since neither may import the other.
"""

import hashlib
import importlib.machinery
import json
import os
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

MANIFEST = "_compiled.json"


class SourceFinder(MetaPathFinder):
    """Finds the submodules of one package as Python source, passing over extension modules."""

    def __init__(self, package: str) -> None:
        self.prefix = package + "."

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        if not fullname.startswith(self.prefix) or path is None:
            return None
        for entry in path:
            finder = FileFinder(entry, (SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES))
            spec = finder.find_spec(fullname)
            if spec is not None:
                return spec
        return None


def digests(folder: Path, names: Sequence[str]) -> dict[str, str]:
    """The SHA-256 of each named file below `folder`; a missing file has the digest ''."""
    found = {}
    for name in names:
        file = folder / name
        found[name] = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
    return found


def choose_build(package: str, folder: Path) -> str:
    """Make `package` load from the right build; returns 'compiled' or 'pure'.

    Call it first in the package's `__init__`, before any submodule is imported.
    """
    if os.environ.get("DBWRIGHT_PURE", "") in ("", "0") and (folder / MANIFEST).is_file():
        wanted = json.loads((folder / MANIFEST).read_text())
        matches = wanted["interpreter"] == sys.implementation.cache_tag
        if matches and digests(folder, list(wanted["sources"])) == wanted["sources"]:
            return "compiled"
        warnings.warn(
            f"{package}: the compiled modules do not belong to this source or this Python; "
            "running uncompiled (install again to compile)",
            RuntimeWarning,
            stacklevel=3,
        )
    sys.meta_path.insert(0, SourceFinder(package))
    return "pure"
