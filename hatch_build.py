"""Compile `sqllogictest` and `target_db` with mypyc, for the wheel and for development.

Hatchling calls `CompileHook` while it builds a wheel. `python hatch_build.py DIR [PREFIX...]`
lays a compiled copy of the two packages in DIR: put it on PYTHONPATH to run that build. With
prefixes (`target_db/sql`), only what is below them is compiled, which is quicker.

With `DBWRIGHT_PURE=1`, or where no C compiler is found, nothing is compiled and the
packages run as Python source. `DBWRIGHT_OPT` is the C optimisation level (default 2: a
third quicker to build than 3, and no slower).
"""

import json
import os
import shutil
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
PACKAGES = ("sqllogictest", "target_db")
MANIFEST = "_compiled.json"

# Modules that stay interpreted: they choose the build, or hold classes that users subclass.
INTERPRETED = {"__init__.py", "__main__.py", "_build.py"}
INTERPRETED_FOLDERS = {"target_db/dbapi", "target_db/shell"}

# The extension modules of a package are one library: calls and data inside it need no way
# through the linker's tables (8 % of the time of a query).
C_FLAGS = ["-g0", "-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]


def sources(package: str, prefixes: tuple[str, ...] = ()) -> list[str]:
    """The files of `package` that are compiled, relative to the root, in a fixed order."""
    found = []
    for file in sorted((ROOT / package).rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        if file.name in INTERPRETED or any(name.startswith(f + "/") for f in INTERPRETED_FOLDERS):
            continue
        if "# mypyc: skip" in file.read_text(encoding="utf-8")[:2000]:
            continue
        if prefixes and not name.startswith(prefixes):
            continue
        found.append(name)
    return found


def find_compiler() -> str | None:
    """The path of a C compiler, or None."""
    named = os.environ.get("CC", sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(named) or shutil.which("cc") or shutil.which("gcc")


def compile_package(package: str, target: Path, work: Path, prefixes: tuple[str, ...] = ()) -> None:
    """Compile `package` with mypyc; its extension modules land below `target`.

    Raises SystemExit when mypyc refuses the source, and setuptools' CompileError when the
    C compiler fails.
    """
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    files = sources(package, prefixes)
    if not files:
        return
    digests = package_digests(package, files)
    old = Path.cwd()
    os.chdir(ROOT)
    try:
        extensions = mypycify(
            ["--strict", *files],
            opt_level=os.environ.get("DBWRIGHT_OPT", "2"),
            multi_file=True,
            target_dir=str(work / "c"),
            group_name=package,
        )
        for extension in extensions:
            extension.extra_compile_args += C_FLAGS
        distribution = Distribution({"name": package, "ext_modules": extensions})
        command = build_ext(distribution)
        command.build_lib = str(target)
        command.build_temp = str(work / "o")
        command.ensure_finalized()
        compile_in_parallel()
        command.run()
    finally:
        os.chdir(old)
    manifest = {
        "interpreter": sys.implementation.cache_tag,
        "sources": digests,
    }
    (target / package).mkdir(parents=True, exist_ok=True)
    (target / package / MANIFEST).write_text(json.dumps(manifest, indent=0))


def package_digests(package: str, files: list[str]) -> dict[str, str]:
    """Digest of each source, keyed by its path inside the package."""
    import hashlib

    prefix = package + "/"
    return {
        name.removeprefix(prefix): hashlib.sha256((ROOT / name).read_bytes()).hexdigest()
        for name in files
    }


def compile_in_parallel() -> None:
    """Let setuptools compile the C files of one extension side by side, one a core."""
    from distutils.ccompiler import CCompiler  # setuptools' copy

    def compile_all(
        self: Any,
        sources: list[str],
        output_dir: Any = None,
        macros: Any = None,
        include_dirs: Any = None,
        debug: bool = False,
        extra_preargs: Any = None,
        extra_postargs: Any = None,
        depends: Any = None,
    ) -> list[str]:
        macros, objects, extra, pp_opts, build = self._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        cc_args = self._get_cc_args(pp_opts, debug, extra_preargs)

        def one(item: tuple[str, tuple[str, str]]) -> None:
            obj, (src, ext) = item
            self._compile(obj, src, ext, cc_args, extra, pp_opts)

        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            list(pool.map(one, build.items()))
        return list(objects)

    CCompiler.compile = compile_all


def build_tree(target: Path, prefixes: tuple[str, ...] = ()) -> None:
    """Lay a compiled copy of the compiled packages in `target`, replacing what was there."""
    work = target.parent / "mypyc"
    fresh = Path(tempfile.mkdtemp(dir=target.parent))
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, fresh / package, ignore=shutil.ignore_patterns("__pycache__", "*.so")
        )
        compile_package(package, fresh, work, prefixes)
    if target.exists():
        shutil.rmtree(target)
    fresh.rename(target)
    target.chmod(0o755)


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # `python hatch_build.py DIR` needs no hatchling
    BuildHookInterface = object  # type: ignore[assignment,misc]


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled modules to the wheel, or says clearly why there are none."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        if os.environ.get("DBWRIGHT_PURE", "") not in ("", "0"):
            self.app.display_warning("DBWRIGHT_PURE is set: dbwright is built as pure Python.")
            return
        if find_compiler() is None:
            self.app.display_warning(
                "No C compiler was found: dbwright is built as pure Python, which runs the same "
                "and is several times slower. Install gcc and the Python headers to compile it."
            )
            return
        self.out = Path(tempfile.mkdtemp(prefix="dbwright-"))
        for package in PACKAGES:
            compile_package(package, self.out / "lib", self.out)
        for file in (self.out / "lib").rglob("*"):
            if file.is_file():
                name = file.relative_to(self.out / "lib").as_posix()
                build_data["force_include"][str(file)] = name
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "out"):
            shutil.rmtree(self.out, ignore_errors=True)


if __name__ == "__main__":
    destination = Path(sys.argv[1] if len(sys.argv) > 1 else "build/compiled").resolve()
    destination.parent.mkdir(parents=True, exist_ok=True)
    build_tree(destination, tuple(sys.argv[2:]))
    print(f"compiled into {destination}")
