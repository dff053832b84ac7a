"""reports: what came of a run, for people and for CI.

content.py     everything that a report says, read from the store once
numbers.py     percentages, durations and counts as text
difference.py  expected against got, line by line
charts.py      Vega-Lite specifications, drawn to SVG
page.py        one HTML file that needs no network and runs no script
markdown.py    the same for a pull request
badge.py       a pass rate as a small SVG
annotations.py marks on a suite's lines, for GitHub
live/          a web page that follows a run or a build while it goes on

Reports read the results store through `harness.store` and import nothing else of ours but
`harness.compare`, `harness.repros` and `harness.live`, which read as well. Everything they
show (SQL, names, error texts) is taken for hostile.
"""
