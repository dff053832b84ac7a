"""The one Jinja environment: everything is escaped unless a template says otherwise."""

import base64
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from reports import numbers
from reports.difference import difference


@cache
def environment() -> Environment:
    """Templates from `reports/templates`, with the filters of `numbers`."""
    made = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "thousands": numbers.thousands,
        "duration": numbers.duration,
        "milliseconds": numbers.milliseconds,
        "times": numbers.times,
        "moment": numbers.moment,
        "verdict": lambda verdict: verdict.replace("_", " ") or "not there",
        "base64": lambda text: base64.b64encode(text.encode("utf-8", "replace")).decode(),
    }
    made.globals |= {
        "percent": numbers.percent,
        "count": numbers.count,
        "difference": difference,
    }
    return made
