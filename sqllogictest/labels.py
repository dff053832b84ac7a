"""Labels: queries that must give the same result as each other."""

from typing import Final

from sqllogictest.digest import md5_of

SHORT: Final = 64
"""A result of so few characters is kept as it is: that is quicker than an MD5, and as exact."""


class Labels:
    """The labels of one file and the result of each one's first use."""

    def __init__(self) -> None:
        self.seen: dict[str, str] = {}

    def agree(self, label: str, text: str) -> bool:
        """Whether a result is that of the label's first use; the first use always agrees.

        `text` is the result's values in sorted order, joined by a newline.
        """
        key = text if len(text) <= SHORT else md5_of(text)
        first = self.seen.get(label)
        if first is None:
            self.seen[label] = key
            return True
        return first == key
