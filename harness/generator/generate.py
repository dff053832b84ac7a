"""A whole suite from a seed: every family's files, answered by SQLite, in a folder or packed."""

import io
import lzma
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from harness.engines.registry import find_engine
from harness.generator import index_files, join_files, random_files
from harness.generator.draft import Draft
from sqllogictest.completion import complete

REFERENCE = "sqlite"
"""The engine whose answers are the truth."""


@dataclass(frozen=True)
class GeneratedFile:
    """A finished suite file: its name within the suite and its text."""

    name: str
    text: str


def generate_files(seed: str, records: int) -> list[GeneratedFile]:
    """About `records` records in files of every family; the same seed gives the same bytes."""
    connect = find_engine(REFERENCE).factory()
    return [
        GeneratedFile(name, share_answers(complete(draft.text(), name, connect)))
        for name, draft in drafts(seed, records)
    ]


def drafts(seed: str, records: int) -> Iterator[tuple[str, Draft]]:
    """(name, draft) of every file; each has chance of its own, so that none shifts another."""
    share = records // 15
    makers = {
        "expr": random_files.expressions,
        "select": random_files.selects,
        "aggregates": random_files.aggregates,
        "groupby": random_files.groups,
    }
    for family, make in makers.items():
        for number in range(2):
            name = f"random/{family}/slt_gen_{number}.test"
            yield name, make(Random(f"{seed}:{name}"), share // 2)
    for kind in index_files.KINDS:
        for rows in (10, 100):
            name = f"index/{kind}/{rows}/slt_gen_0.test"
            groups = max(1, share // 2 // RECORDS_A_GROUP[kind])
            yield name, index_files.index_file(kind, Random(f"{seed}:{name}"), rows, groups)
    questions = max(2, share // 3)
    yield "select4.test", join_files.filtered_joins(Random(f"{seed}:select4"), questions)
    questions = max(2, min(share // 8, 124))
    yield "select5.test", join_files.chained_joins(Random(f"{seed}:select5"), questions)


def share_answers(text: str) -> str:
    """Give each MySQL spelling of a query the answer of the query after it, which is the same."""
    records = text.split("\n\n")
    for index, record in enumerate(records[:-1]):
        if record.startswith("onlyif mysql"):
            answer = records[index + 1].partition("\n----\n")[2]
            records[index] = f"{record.removesuffix(chr(10))}\n{answer}".rstrip("\n")
    return "\n\n".join(records)


RECORDS_A_GROUP = {
    "between": 10,
    "commute": 10,
    "delete": 15,
    "in": 15,
    "orderby": 10,
    "orderby_nosort": 5,
    "random": 5,
    "view": 40,
}
"""How many records one question makes in each index family."""


def write_folder(files: list[GeneratedFile], target: Path) -> None:
    """Write the files below `target`."""
    for file in files:
        path = target / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")


def write_packed(files: list[GeneratedFile], target: Path) -> None:
    """Write one .tar.xz, byte for byte the same for the same files."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for file in files:
            content = file.text.encode()
            member = tarfile.TarInfo(file.name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(lzma.compress(plain.getvalue(), preset=9 | lzma.PRESET_EXTREME))
