"""What the generator knows of the database that its statements build."""

from dataclasses import dataclass, field

KINDS = ("int", "real", "text", "blob", "any")


@dataclass
class Column:
    """A column: `kind` is the values that it mostly holds."""

    name: str
    kind: str
    generated: bool = False


@dataclass
class Table:
    """A table or a view. `rowid` is the column that is its INTEGER PRIMARY KEY, if any.

    schema: of the attached database that it is in, with a dot; '' for main.
    """

    name: str
    columns: list[Column]
    has_rowid: bool = True
    strict: bool = False
    rowid: str = ""
    unique: list[list[str]] = field(default_factory=list)
    is_view: bool = False
    schema: str = ""

    @property
    def writable(self) -> list[Column]:
        """The columns that may be assigned."""
        return [column for column in self.columns if not column.generated]


@dataclass
class Database:
    """The objects that were made, if their statements did what they were meant to do."""

    tables: list[Table] = field(default_factory=list)
    views: list[Table] = field(default_factory=list)
    indexes: list[str] = field(default_factory=list)
    triggers: list[str] = field(default_factory=list)
    savepoints: list[str] = field(default_factory=list)
    in_transaction: bool = False
    attached: str = ""
    made: int = 0

    def fresh(self, prefix: str) -> str:
        """A name that nothing has."""
        self.made += 1
        return f"{prefix}{self.made}"


@dataclass(frozen=True)
class Visible:
    """Something that an expression may name: its text, and the kind of its values."""

    text: str
    kind: str


@dataclass(frozen=True)
class Query:
    """A SELECT: its outputs are named c0, c1, ... and have these kinds.

    ordered: its ORDER BY leaves no choice between unlike rows.
    loose: equal values may stand for one another (1 for 1.0, 'a' for 'A').
    """

    sql: str
    kinds: list[str]
    ordered: bool = False
    loose: bool = False


@dataclass(frozen=True)
class Statement:
    """One statement of a program, and how its answer is to be compared.

    exact: it has one fault at most, so that the texts of errors are the same.
    twin: another query that must give the same rows, for the oracles that compare an engine
    with itself.
    """

    sql: str
    is_query: bool = False
    ordered: bool = False
    loose: bool = False
    exact: bool = False
    twin: str = ""
