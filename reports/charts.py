"""The report's plots: Vega-Lite specifications, drawn to SVG when the report is made.

Drawn ahead, a plot needs no script in the page: it works in CI viewers that forbid scripts,
in mail, and in print. Vega names every mark for screen readers. Colours are the page's own CSS
variables, so one drawing serves light and dark; each plot is drawn for two widths.
"""

from dataclasses import dataclass
from typing import Any

from harness.store.queries import Run
from harness.store.trends import FamilyRate, FamilyTime
from reports.numbers import moment, percent, times

Spec = dict[str, Any]

WIDE, NARROW = 860, 320
"""Widths in CSS pixels: for a desk and for a phone."""
NARROW_RUNS = 6
MOST_COLUMNS = 14
SERIES = tuple(f"var(--series-{number})" for number in range(6))
HEAT_STEPS = (0.5, 0.8, 0.95, 0.99, 1.0)
"""Pass rates at which the heat map's colour changes; the last colour is for 100 % alone."""
HEAT = tuple(f"var(--heat-{number})" for number in range(len(HEAT_STEPS) + 1))
INK, QUIET, LINE = "var(--ink)", "var(--quiet)", "var(--line)"


@dataclass(frozen=True)
class Chart:
    """One plot as SVG text, for both widths."""

    wide: str
    narrow: str


def pass_rate(history: list[Run]) -> Chart | None:
    """Pass rate over time, a line for each engine; None before there are two runs."""
    runs = [run for run in history if run.records]
    if len(runs) < 2:
        return None
    return Chart(_draw(_pass_rate(runs, WIDE)), _draw(_pass_rate(runs, NARROW)))


def _pass_rate(runs: list[Run], width: int) -> Spec:
    engines = list(dict.fromkeys(run.engine for run in reversed(runs)))
    rows = [
        {
            "order": run.run,
            "rate": run.passed / run.records,
            "engine": run.engine,
            "says": f"{run.engine}, {moment(run.started)}: {percent(run.passed, run.records)}",
        }
        for run in runs
    ]
    lowest = min(run.passed / run.records for run in runs)
    colour = {
        "field": "engine",
        "type": "nominal",
        "scale": {
            "domain": engines,
            "range": [SERIES[i % len(SERIES)] for i in range(len(engines))],
        },
        "legend": {
            "title": None,
            "orient": "top",
            "labelLimit": 240,
            "columnPadding": 36,
            "columns": 1 if width < 500 else 3,
        },
    }
    return {
        "width": width - 70,
        "height": 220 if width > 500 else 180,
        "data": {"values": rows},
        "encoding": {
            "x": {
                "field": "order",
                "type": "ordinal",
                "title": None,
                "axis": {
                    "labelExpr": _moments(runs),
                    "labelAngle": -40,
                    "labelOverlap": True,
                    "grid": False,
                },
            },
            "y": {
                "field": "rate",
                "type": "quantitative",
                "title": None,
                "scale": {"domain": [_floor(lowest), 1], "nice": False},
                "axis": {"format": ".4~%", "tickCount": 5},
            },
            "color": colour,
            "description": {"field": "says"},
        },
        "layer": [
            {"mark": {"type": "line", "strokeWidth": 2.5, "aria": False}},
            {"mark": {"type": "point", "filled": True, "size": 55, "opacity": 1}},
        ],
    }


def _moments(runs: list[Run]) -> str:
    """A Vega expression that turns a run's number into its start, without the year."""
    expression = "datum.value"
    for run in runs:
        expression = f"datum.value == {run.run} ? '{moment(run.started)[5:]}' : {expression}"
    return expression


def _floor(lowest: float) -> float:
    """Where the axis begins: low enough to show a slope, never so high that it exaggerates one."""
    for floor in (0.99, 0.95, 0.9, 0.8, 0.5):
        if lowest >= floor:
            return floor - (1 - floor) * 0.1
    return 0.0


def heat_map(rates: list[FamilyRate], runs: list[Run]) -> Chart | None:
    """Families by run, coloured by pass rate; None when there is no family."""
    if not rates:
        return None
    return Chart(
        _draw(_heat_map(rates, runs[-MOST_COLUMNS:], WIDE)),
        _draw(_heat_map(rates, runs[-NARROW_RUNS:], NARROW)),
    )


def _heat_map(rates: list[FamilyRate], runs: list[Run], width: int) -> Spec:
    when = {run.run: moment(run.started) for run in runs}
    rows = [
        {
            "order": rate.run,
            "family": rate.family,
            "rate": rate.passed / rate.records,
            "text": percent(rate.passed, rate.records).removesuffix(" %"),
            "says": f"{rate.family}, {when[rate.run]}: {percent(rate.passed, rate.records)} of "
            f"{rate.records:,} records",
        }
        for rate in rates
        if rate.run in when
    ]
    wide = width > 500
    encoding: Spec = {
        "x": {
            "field": "order",
            "type": "ordinal",
            "title": None,
            "scale": {"paddingInner": 0.06},
            "axis": {"labelExpr": _moments(runs), "labelAngle": -40, "orient": "bottom"},
        },
        "y": {
            "field": "family",
            "type": "nominal",
            "title": None,
            "scale": {"paddingInner": 0.1},
            "axis": {"labelLimit": 200 if wide else 110},
        },
    }
    return {
        "width": min((width - 190) if wide else (width - 120), 84 * len(runs)),
        "height": {"step": 26},
        "data": {"values": rows},
        "encoding": encoding,
        "layer": [
            {
                "mark": {"type": "rect", "cornerRadius": 3},
                "encoding": {
                    "color": {
                        "field": "rate",
                        "type": "quantitative",
                        "scale": {"type": "threshold", "domain": HEAT_STEPS, "range": HEAT},
                        "legend": None,
                    },
                    "description": {"field": "says"},
                },
            },
            {
                "mark": {"type": "text", "fontSize": 11 if wide else 9, "aria": False},
                "encoding": {"text": {"field": "text"}, "color": {"value": "var(--heat-ink)"}},
            },
        ],
    }


def against_reference(families: list[FamilyTime]) -> Chart:
    """How many times the reference's time each family took, on a logarithmic scale."""
    return Chart(_draw(_ratios(families, WIDE)), _draw(_ratios(families, NARROW)))


def _ratios(families: list[FamilyTime], width: int) -> Spec:
    rows = [
        {
            "family": family.family,
            "ratio": family.ratio,
            "text": times(family.ratio),
            "one": 1,
            "says": f"{family.family}: {times(family.ratio)} SQLite's time in "
            f"{family.cases:,} cases",
        }
        for family in families
    ]
    wide = width > 500
    return {
        "width": width - (220 if wide else 160),
        "height": {"step": 22},
        "data": {"values": rows},
        "encoding": {
            "y": {
                "field": "family",
                "type": "nominal",
                "sort": {"field": "ratio", "order": "descending"},
                "title": None,
                "axis": {"labelLimit": 200 if wide else 110},
            },
            "x": {
                "field": "ratio",
                "type": "quantitative",
                "scale": {"type": "log"},
                "title": "times SQLite's time (logarithmic)",
                "axis": {"format": "~s", "tickCount": 4},
            },
        },
        "layer": [
            {
                "mark": {"type": "bar", "cornerRadiusEnd": 3, "color": SERIES[0]},
                "encoding": {"x2": {"field": "one"}, "description": {"field": "says"}},
            },
            {
                "mark": {"type": "text", "align": "left", "dx": 5, "aria": False, "color": INK},
                "encoding": {"text": {"field": "text"}},
            },
        ],
    }


_CONFIG: Spec = {
    "background": None,
    "padding": {"left": 28, "top": 5, "right": 8, "bottom": 5},
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": QUIET,
        "titleColor": QUIET,
        "titleFontWeight": "normal",
        "domainColor": LINE,
        "tickColor": LINE,
        "gridColor": LINE,
        "labelFontSize": 12,
        "titleFontSize": 12,
    },
    "legend": {"labelColor": INK, "labelFontSize": 12, "symbolType": "circle", "symbolSize": 80},
}


def _draw(spec: Spec) -> str:
    """The SVG. Vega escapes the texts in it; its size yields to the page's width."""
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg({"config": _CONFIG, **spec}, vl_version="5.21")
    return svg
