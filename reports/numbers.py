"""Numbers as text. A share is rounded down: 100 % is said only when every record passed."""

from datetime import datetime

TIMES = "\N{MULTIPLICATION SIGN}"


def percent(part: int, whole: int) -> str:
    """A share with at most two decimals, never rounded up: `100 %`, `99.99 %`, `93.37 %`."""
    if not whole:
        return "0 %"
    hundredths = part * 10_000 // whole
    if part and not hundredths:
        return "< 0.01 %"
    text = f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")
    return f"{text} %"


def thousands(number: int) -> str:
    """`1,234,567`"""
    return f"{number:,}"


def duration(seconds: float | None) -> str:
    """`0.8 s`, `12 s`, `3 min 05 s`, `2 h 07 min`"""
    if seconds is None:
        return "not known"
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02d} min"


def milliseconds(micros: int) -> str:
    """Microseconds as `40 µs`, `12.3 ms`, `1.2 s`."""
    if micros >= 1_000_000:
        return f"{micros / 1e6:.1f} s"
    return f"{micros / 1000:.1f} ms" if micros >= 1000 else f"{micros} µs"


def bytes_(number: int) -> str:
    """`512 MiB`, `2 GiB`, `none` for 0: the way a limit is said."""
    if not number:
        return "none"
    return f"{number / 2**30:g} GiB" if number >= 2**30 else f"{number / 2**20:g} MiB"


def times(ratio: float) -> str:
    """How many times: one decimal below ten, and the multiplication sign."""
    return f"{ratio:.1f}{TIMES}" if ratio < 10 else f"{ratio:,.0f}{TIMES}"


def moment(started: str) -> str:
    """A run's start, from the store's ISO form, to the minute: `2026-11-30 21:52`."""
    return datetime.fromisoformat(started).strftime("%Y-%m-%d %H:%M")


def count(number: int, singular: str, plural: str = "") -> str:
    """`1 case`, `1,300 cases`"""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"
