"""CREATE, DROP, ALTER, REINDEX and ANALYZE: programs that change the catalogue.

Each writes its rows of `sqlite_schema` first and then the `Catalog`, so that reading the
schema again after a rollback gives the same objects.
"""
