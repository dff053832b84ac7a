"""Run a unittest suite with target_db as `sqlite3`; print what did not pass, as JSON.

python run_suite.py NAME
"""

import json
import sys
import unittest

from target_db.as_sqlite3 import install_as_sqlite3

install_as_sqlite3()


def main() -> None:
    suite = unittest.defaultTestLoader.loadTestsFromName(sys.argv[1])
    result = unittest.TextTestRunner(stream=sys.stderr).run(suite)
    failed = {str(test).split(" ")[-1].strip("()") for test, _ in result.failures + result.errors}
    skipped = {str(test): reason for test, reason in result.skipped}
    json.dump({"run": result.testsRun, "failed": sorted(failed), "skipped": skipped}, sys.stdout)


if __name__ == "__main__":
    main()
