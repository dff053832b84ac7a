# mypyc: skip - run with -m, which needs source
"""Run a script, or a module, with target_db in the place of `sqlite3`.

python -m target_db.as_sqlite3 SCRIPT [ARGUMENT...]
python -m target_db.as_sqlite3 -m MODULE [ARGUMENT...]
"""

from __future__ import annotations

import importlib
import runpy
import sys


def install_as_sqlite3() -> None:
    """Make `import sqlite3` (and `pysqlite2`, `pysqlite3`) give target_db from now on.

    Call it before anything imports those modules: names that were imported stay what they are.
    """
    module = importlib.import_module("target_db.dbapi")
    for name in ("sqlite3", "pysqlite2", "pysqlite3"):
        sys.modules[name] = module
        sys.modules[f"{name}.dbapi2"] = module
    sys.modules["_sqlite3"] = module
    sys.modules["sqlite3.dump"] = importlib.import_module("target_db.dbapi.dump")
    sys.modules["sqlite3.__main__"] = importlib.import_module("target_db.dbapi.cli")


def main() -> None:
    """The command line; see the module."""
    arguments = sys.argv[1:]
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__.strip())
        sys.exit(0 if arguments else 2)
    install_as_sqlite3()
    if arguments[0] == "-m" and len(arguments) > 1:
        sys.argv = arguments[1:]
        sys.path.insert(0, "")
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    main()
