"""How many cases there are, by the rules alone."""

from pathlib import Path

import pytest

from sqllogictest.counting import count
from sqllogictest.parser import parse_bytes, parse_file

ROOT = Path(__file__).parents[3]
SUITE = ROOT.parent / "shared" / "corpus"


def test_only_statements_and_queries_count() -> None:
    text = (
        "hash-threshold 4\n\nstatement ok\nSELECT 1\n\nskipif mysql\nquery I nosort\nSELECT 1\n"
        "----\n1\n\nonlyif mysql\nhalt\n\nonlyif mysql\nstatement ok\nSELECT 1\n\nhalt\n\n"
        "statement ok\nSELECT 1\n"
    )
    records = parse_bytes(text.encode(), "x.test")
    assert count(records, "SQLite") == (2, 2)
    assert count(records, "mysql") == (1, 3)


@pytest.mark.corpus
@pytest.mark.compiled_only
def test_the_official_suite() -> None:
    archives = sorted(SUITE.glob("*.tar.bz2"))
    if not archives:
        pytest.skip("the official suite is not here (../shared/corpus)")
    import tarfile

    files = to_run = not_applicable = 0
    for archive in archives:
        with tarfile.open(archive) as tar:
            for member in tar:
                file = tar.extractfile(member)
                if file is None or not member.name.endswith(".test"):
                    continue
                counts = count(parse_bytes(file.read(), member.name), "sqlite")
                files += 1
                to_run += counts[0]
                not_applicable += counts[1]
    assert (files, to_run, not_applicable) == (560, 5_325_281, 1_360_819)


def test_the_rule_files_all_parse() -> None:
    folder = ROOT / "tests" / "golden" / "sqllogictest" / "rules"
    for file in folder.iterdir():
        assert sum(count(parse_file(str(file)))) > 0
