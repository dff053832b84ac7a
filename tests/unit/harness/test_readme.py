"""The README's engine works as it stands there."""

import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[3] / "README.md"


def test_twenty_line_engine(workplace):
    block = re.search(r"```python\n(# my_engine\.py\n.*?)```", README.read_text(), re.DOTALL)
    assert block is not None
    code = block[1]
    assert len(code.splitlines()) <= 20
    script = workplace.folder / "my_engine.py"
    script.write_text(code)
    workplace.write(
        "a.test",
        "statement ok\nCREATE TABLE t(a, b)\n\nstatement ok\nINSERT INTO t VALUES(1, 'x')\n\n"
        "statement error\nINSERT INTO nowhere VALUES(1)\n\n"
        "query IT nosort\nSELECT * FROM t\n----\n1\nx\n\n"
        "query I nosort\nSELECT a FROM t WHERE a > 1\n----\n",
    )
    ran = workplace.run(f"process:{sys.executable} {script}")
    assert ran.verdicts() == ["passed"] * 5
