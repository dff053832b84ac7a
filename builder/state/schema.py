"""The state's tables. Version N is what the first N migrations make; a released one stays."""

_FIRST = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    cause TEXT NOT NULL,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    strategy TEXT NOT NULL,
    holder TEXT,
    lease_until REAL,
    merged_commit TEXT
);
CREATE UNIQUE INDEX one_claim_a_cause ON orders (cause)
    WHERE status IN ('open', 'leased', 'proposed');

CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    "order" INTEGER NOT NULL REFERENCES orders (id),
    number INTEGER NOT NULL,
    agent TEXT NOT NULL,
    base TEXT NOT NULL,
    started REAL NOT NULL,
    seconds REAL,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL DEFAULT '',
    feedback TEXT NOT NULL DEFAULT '',
    summary TEXT NOT NULL DEFAULT '',
    patch TEXT NOT NULL DEFAULT '',
    gained INTEGER NOT NULL DEFAULT 0,
    UNIQUE ("order", number)
);

CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    attempt INTEGER REFERENCES attempts (id),
    "order" INTEGER REFERENCES orders (id),
    role TEXT NOT NULL,
    model TEXT NOT NULL,
    state TEXT NOT NULL,
    tokens_in INTEGER NOT NULL,
    tokens_out INTEGER NOT NULL,
    estimated INTEGER NOT NULL,
    cost REAL NOT NULL,
    started REAL NOT NULL,
    seconds REAL
);

CREATE TABLE decisions (
    id INTEGER PRIMARY KEY, at REAL NOT NULL, round INTEGER NOT NULL,
    "order" INTEGER, kind TEXT NOT NULL, text TEXT NOT NULL
);
CREATE TABLE notes (
    id INTEGER PRIMARY KEY, "order" INTEGER NOT NULL, at REAL NOT NULL, text TEXT NOT NULL
);
CREATE TABLE approvals (
    step TEXT PRIMARY KEY, asked REAL NOT NULL, granted REAL
);
CREATE TABLE progress (
    round INTEGER PRIMARY KEY, at REAL NOT NULL, "commit" TEXT NOT NULL,
    records INTEGER NOT NULL, passed INTEGER NOT NULL
);
"""

MIGRATIONS = (_FIRST,)
