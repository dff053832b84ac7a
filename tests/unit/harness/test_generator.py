"""Generated suites: the same for the same seed, of every family, and right by SQLite."""

from harness.generator.generate import generate_files, write_folder
from harness.generator.index_files import KINDS
from harness.sample import sample_suite
from harness.suites.family import family_of

FAMILIES = {
    *(f"index/{kind}" for kind in KINDS),
    *(f"random/{kind}" for kind in ("expr", "select", "aggregates", "groupby")),
    "select4",
    "select5",
}


def test_same_seed_same_bytes():
    assert generate_files("7", 1000) == generate_files("7", 1000)
    assert generate_files("7", 1000) != generate_files("8", 1000)


def test_every_family_passes_on_its_reference(workplace):
    files = generate_files("new", 2000)
    assert {family_of(file.name) for file in files} == FAMILIES
    write_folder(files, workplace.suite)
    ran = workplace.run()
    assert ran.result.all_passed
    assert 1500 < ran.result.records < 4500
    assert ran.result.not_applicable > 100


def test_answers_are_not_all_empty():
    """A generator whose conditions never hold would test nothing."""
    for file in generate_files("3", 2000):
        queries = [record for record in file.text.split("\n\n") if "\n----" in record]
        empty = sum(record.endswith("----") for record in queries)
        assert empty < 0.75 * len(queries), file.name


def test_shipped_sample(workplace):
    assert sample_suite().stat().st_size < 2 << 20
    ran = workplace.run(suites=[])
    assert ran.result.all_passed
    assert 15_000 < ran.result.records < 25_000
    assert {family_of(name) for name, _, _ in ran.cases} == FAMILIES
