"""A toy engine, its suite, and patches to it: what the builder's tests build on."""

from pathlib import Path

from builder.cases import SuiteText
from builder.gate.gate import Gate, Subject
from builder.measure import Measurement, Suite, measure
from builder.patch import take_patch
from builder.rules import read_rules
from builder.sandbox.jail import Jail, best_jail
from builder.worktrees import Repository, git

DESIGN = """# A toy

```toml
[engine]
module = "engine"
[paths]
editable = ["engine/"]
[layers]
order = ["engine.main", "engine.aggregate", "engine.errors"]
[budgets]
file_lines = 300
patch_lines = 400
slower = 3.0
```
"""

MAIN = '''"""One column, one table, and a little SELECT."""

import re

from engine.aggregate import aggregate
from engine.errors import Error

CREATE = re.compile(r"CREATE TABLE (\\w+)\\((\\w+) INTEGER\\)$")
INSERT = re.compile(r"INSERT INTO (\\w+) VALUES\\((-?\\d+)\\)$")
SELECT = re.compile(r"SELECT (?:(\\w+)\\((\\w+)\\)|(\\w+)) FROM (\\w+)(?: WHERE (\\w+) > (-?\\d+))?$")


class Connection:
    def __init__(self):
        self.tables = {}

    def execute(self, sql):
        if match := CREATE.match(sql):
            self.tables[match[1]] = []
            return []
        if match := INSERT.match(sql):
            self.rows(match[1]).append(int(match[2]))
            return []
        if match := SELECT.match(sql):
            values = [v for v in self.rows(match[4]) if match[6] is None or v > int(match[6])]
            if match[1]:
                return [[aggregate(match[1], values, sql)]]
            return [[value] for value in values]
        raise Error("syntax error")

    def rows(self, name):
        if name not in self.tables:
            raise Error(f"no such table: {name}")
        return self.tables[name]
'''  # noqa: E501

FILES = {
    "DESIGN.md": DESIGN,
    "engine/__init__.py": "from engine.errors import Error\nfrom engine.main import Connection\n\n\n"  # noqa: E501
    "def connect():\n    return Connection()\n",
    "engine/errors.py": "class Error(Exception):\n    pass\n",
    "engine/main.py": MAIN,
    "engine/aggregate.py": "from engine.errors import Error\n\n\n"
    "def aggregate(name, values, sql):\n"
    '    if name == "count":\n        return len(values)\n'
    '    raise Error(f"{name} is not supported")\n',
    "tests/suite.test": "statement ok\nCREATE TABLE t(a INTEGER)\n",
    "baseline.json": "{}\n",
}

VALUES = (35, 12, 97, 41, 58, 63, 24, 76, 19, 88)


def suite_text(name: str, values: tuple[int, ...]) -> str:
    lines = ["statement ok", f"CREATE TABLE {name}(a INTEGER)", ""]
    for value in values:
        lines += ["statement ok", f"INSERT INTO {name} VALUES({value})", ""]
    for limit in (10, 20, 30, 40, 50, 60):
        above = [value for value in values if value > limit]
        lines += ["query I rowsort", f"SELECT a FROM {name} WHERE a > {limit}", "----"]
        lines += [*map(str, sorted(above, key=str)), ""]
        for call, answer in (("count", len(above)), ("max", max(above))):
            lines += ["query I rowsort", f"SELECT {call}(a) FROM {name} WHERE a > {limit}", "----"]
            lines += [str(answer), ""]
    return "\n".join(lines)


class Toy:
    """The toy's repository, suite, gate and first measurement, in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.jail: Jail = best_jail()
        suite = folder / "suite"
        suite.mkdir(parents=True)
        (suite / "one.test").write_text(suite_text("t", VALUES))
        (suite / "two.test").write_text(suite_text("u", VALUES[::-1]))
        self.suite = Suite((str(suite),), record_timeout=3.0)
        self.repository = Repository.create(folder / "repo", folder / "worktrees")
        for path, text in FILES.items():
            file = folder / "repo" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        git(folder / "repo", "add", "--all")
        git(folder / "repo", "commit", "--quiet", "-m", "The toy")
        self.text = SuiteText(self.suite)
        self.gate = Gate(
            self.repository, self.suite, self.text, self.jail, folder / "scratch", "a seed"
        )
        self.before = self.measured()

    def measured(self) -> Measurement:
        base = self.repository.head()
        with self.repository.worktree("head", base) as tree:
            store = self.folder / "results.duckdb"
            return measure(self.suite, read_rules(tree).engine, tree, self.jail, store)

    def subject(self, name: str) -> Subject:
        failing = tuple(self.before.failures)
        return Subject(name, self.repository.head(), failing, self.before)

    def patch(self, files: dict[str, str], links: dict[str, str] | None = None) -> str:
        """The patch that writes these files and makes these links."""
        base = self.repository.head()
        with self.repository.worktree("author", base) as tree:
            for path, text in files.items():
                (tree / path).parent.mkdir(parents=True, exist_ok=True)
                (tree / path).write_text(text)
            for path, target in (links or {}).items():
                (tree / path).symlink_to(target)
            return take_patch(tree, base).text
