"""The store's tables, as an ordered list of migrations.

Version N of the schema is what the first N migrations make. A migration that has been
released is never edited; a change is a new one at the end. See docs/store.md for the meaning
of every column and SELECTs to start from.
"""

VERDICTS = ("passed", "failed", "crashed", "timed_out", "not_applicable")
"""A verdict's number in the parts is its place here."""

_FIRST = """
CREATE TYPE verdict AS ENUM ('passed', 'failed', 'crashed', 'timed_out', 'not_applicable');

CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    run_id VARCHAR NOT NULL UNIQUE,
    state VARCHAR NOT NULL,
    engine VARCHAR NOT NULL,
    engine_version VARCHAR NOT NULL,
    label VARCHAR NOT NULL,
    started TIMESTAMP NOT NULL,
    seconds DOUBLE,
    cpu_seconds DOUBLE,
    suites JSON NOT NULL,
    selection JSON NOT NULL,
    options JSON NOT NULL,
    environment JSON NOT NULL,
    files INTEGER NOT NULL DEFAULT 0,
    records INTEGER NOT NULL DEFAULT 0,
    passed INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    crashed INTEGER NOT NULL DEFAULT 0,
    timed_out INTEGER NOT NULL DEFAULT 0,
    not_applicable INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE files (
    file INTEGER PRIMARY KEY,
    container VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    family VARCHAR NOT NULL,
    UNIQUE (container, name)
);

CREATE TABLE run_files (
    run INTEGER NOT NULL,
    file INTEGER NOT NULL,
    sha256 VARCHAR NOT NULL,
    bytes BIGINT NOT NULL,
    seconds DOUBLE NOT NULL,
    cpu_seconds DOUBLE NOT NULL,
    records INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    crashed INTEGER NOT NULL,
    timed_out INTEGER NOT NULL,
    not_applicable INTEGER NOT NULL
);

CREATE TABLE cases (
    run INTEGER NOT NULL,
    file INTEGER NOT NULL,
    record INTEGER NOT NULL,
    line INTEGER NOT NULL,
    verdict verdict NOT NULL,
    micros UINTEGER NOT NULL
);

CREATE TABLE details (
    run INTEGER NOT NULL,
    file INTEGER NOT NULL,
    record INTEGER NOT NULL,
    line INTEGER NOT NULL,
    verdict verdict NOT NULL,
    kind VARCHAR NOT NULL,
    sql VARCHAR NOT NULL,
    reason VARCHAR NOT NULL,
    expected VARCHAR,
    got VARCHAR,
    error_class VARCHAR NOT NULL,
    error_code VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    traceback VARCHAR NOT NULL,
    output VARCHAR NOT NULL
);

CREATE VIEW results AS
    SELECT r.run_id, r.engine, f.family, f.name, c.line, c.record, c.verdict, c.micros
    FROM cases c JOIN runs r USING (run) JOIN files f USING (file);

CREATE VIEW failures AS
    SELECT r.run_id, r.engine, f.family, f.name, d.* EXCLUDE (run, file)
    FROM details d JOIN runs r USING (run) JOIN files f USING (file);
"""

_CAUSES = """
CREATE TABLE clusters (
    run INTEGER NOT NULL,
    cluster VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    cases INTEGER NOT NULL,
    files INTEGER NOT NULL,
    verdict verdict NOT NULL,
    symptom VARCHAR NOT NULL,
    rule VARCHAR[] NOT NULL,
    contrast JSON NOT NULL,
    ways JSON NOT NULL,
    first_seen VARCHAR NOT NULL,
    example_file INTEGER NOT NULL,
    example_record INTEGER NOT NULL
);

CREATE TABLE cluster_cases (
    run INTEGER NOT NULL,
    cluster VARCHAR NOT NULL,
    file INTEGER NOT NULL,
    record INTEGER NOT NULL
);

CREATE TABLE reruns (
    run INTEGER NOT NULL,
    file INTEGER NOT NULL,
    record INTEGER NOT NULL,
    verdict verdict NOT NULL,
    message VARCHAR NOT NULL
);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _CAUSES)
CURRENT_VERSION = len(MIGRATIONS)
