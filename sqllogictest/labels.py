"""Labels: queries that must give the same result as each other."""

from typing import Final

from sqllogictest.digest import md5_of

SHORT: Final = 8
"""Up to so many values are kept as they are: that is quicker than an MD5, and as exact."""


def fingerprint(values: list[str]) -> str:
    """A key that two results share only if they are the same values in the same order."""
    if len(values) <= SHORT:
        return "\n".join(values)
    return md5_of(values)


class Labels:
    """The labels of one file and the result of each one's first use."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}

    def agree(self, label: str, values: list[str]) -> bool:
        """Whether `values` are those of the label's first use; its first use always agrees."""
        key = fingerprint(values)
        first = self.seen.get(label)
        if first is None:
            self.seen[label] = key
            return True
        return first == key
