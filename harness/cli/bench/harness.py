"""`dbwright bench harness`."""

import json

import click

from harness.cli.bench.options import per_family_option, rounds_option, sample_of, suites_argument
from harness.cli.options import json_option
from harness.errors import NOT_ALL_PASSED


@click.command(epilog="Example: dbwright bench harness --per-family 2 ../shared/corpus")
@suites_argument
@per_family_option
@rounds_option
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True)
@json_option
@click.pass_context
def command(
    context: click.Context,
    suites: tuple[str, ...],
    per_family: int,
    rounds: int,
    workers: int,
    as_json: bool,
) -> None:
    """CPU time of a whole run on SQLite over that of a bare loop on the same SQL.

    Counts the coordinator, the workers and taking the results in. Exits with 1 when the ratio
    is over its limit.
    """
    from harness.bench import harness_cost

    with sample_of(suites, per_family) as (folder, names):
        cost = harness_cost.measure(folder, names, workers, rounds)
    if as_json:
        click.echo(json.dumps(cost.as_json()))
    else:
        for name in names:
            click.echo(f"  {name}")
        click.echo(f"{cost.records:,} records, {rounds} rounds")
        for what, seconds in (("harness", cost.harness), ("bare loop", cost.bare)):
            click.echo(f"{what:>10}: CPU {', '.join(f'{s:.2f}' for s in seconds)} s")
        click.echo(f"{'ratio':>10}: {cost.ratio:.2f} (at most {harness_cost.LIMIT})")
    context.exit(0 if cost.ratio <= harness_cost.LIMIT else NOT_ALL_PASSED)
