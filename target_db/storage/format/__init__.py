"""SQLite's file format: the header, varints, records, and the pages of B-trees."""
