"""`python -m harness` is `dbwright`."""

from harness.cli import main

main()
