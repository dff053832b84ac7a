"""`dbwright bench growth`."""

from click.testing import CliRunner

from harness.cli.bench.growth import command


def test_one_size_shows_no_growth():
    done = CliRunner().invoke(command, ["--most", "1000"])
    assert done.exit_code == 2
    assert "--most" in done.output
