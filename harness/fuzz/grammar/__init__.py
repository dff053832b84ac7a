"""The random grammar of SQL: one file for each part of the language, typed and seeded."""
