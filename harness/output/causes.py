"""Clusters for a terminal, and as JSON."""

from typing import Any

from rich.console import Console
from rich.text import Text

from harness.output.difference import show_failure
from harness.store.causes import Cluster
from harness.store.queries import Failure, Run

MOST_FILES = 10


def cluster_json(cluster: Cluster) -> dict[str, Any]:
    """What `--json` tells of one cluster."""
    example = cluster.example
    return {
        "cluster": cluster.cluster,
        "name": cluster.name,
        "cases": cluster.cases,
        "files": cluster.files,
        "verdict": cluster.verdict,
        "symptom": cluster.symptom,
        "rule": cluster.rule,
        "ways": cluster.ways,
        "contrast": [
            {"feature": feature, "failing": round(share, 4), "passing": round(other, 4)}
            for feature, share, other in cluster.contrast
        ],
        "first_seen": cluster.first_seen,
        "example": {
            "where": example.where,
            "container": example.container,
            "sql": example.sql,
            "expected": example.expected,
            "got": example.got,
            "message": example.message,
        },
    }


def print_clusters(run: Run, clusters: list[Cluster], shown: list[Cluster]) -> None:
    """A table of the clusters, and what they add up to."""
    console = Console(highlight=False, soft_wrap=True)
    bad = run.records - run.passed
    if shown:
        console.print(Text(f"{'cases':>9} {'files':>6}  {'cluster':8}  what goes wrong", "bold"))
        for cluster in shown:
            since = "" if cluster.first_seen == run.run_id else f"  (since {cluster.first_seen})"
            line = Text(f"{cluster.cases:>9,} {cluster.files:>6,}  ")
            line.append(f"{cluster.cluster:8}", style="cyan")
            line.append(f"  {cluster.name}")
            line.append(since, style="dim")
            console.print(line)
        console.print()
    if len(clusters) > len(shown):
        rest = sum(cluster.cases for cluster in clusters[len(shown) :])
        console.print(f"... and {len(clusters) - len(shown):,} smaller clusters, {rest:,} cases")
    console.print(
        f"Run {run.run_id} ({run.engine_version}): {bad:,} of {run.records:,} records did not "
        f"pass, for {len(clusters):,} causes"
    )


def print_cluster(
    run: Run, cluster: Cluster, files: list[tuple[str, int]], members: list[Failure]
) -> None:
    """One cluster in full."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(Text(cluster.name, style="bold"))
    console.print(
        f"cluster {cluster.cluster}: {cluster.cases:,} cases in {cluster.files:,} files, "
        f"first seen in run {cluster.first_seen}"
    )
    if cluster.ways:
        said = ", ".join(f"{way} ({count:,})" for way, count in cluster.ways.items())
        console.print(Text(f"wrong in these ways: {said}"))
    if cluster.contrast:
        console.print("\nWhat its SQL has, in its cases and in cases that pass:")
        for feature, share, other in cluster.contrast:
            console.print(Text(f"  {share:6.1%}  {other:6.1%}  {feature}"))
    console.print("\nThe shortest example:")
    console.print(show_failure(cluster.example), end="")
    console.print("\nFiles:")
    for name, count in files[:MOST_FILES]:
        console.print(Text(f"  {count:>7,}  {name}"))
    if len(files) > MOST_FILES:
        console.print(f"  ... and {len(files) - MOST_FILES:,} more files")
    if members:
        console.print("\nCases:")
        for member in members:
            console.print(Text(f"  {member.where}"))
    console.print(Text(f"\nMake it small: dbwright reduce {cluster.cluster} --run {run.run_id}"))
