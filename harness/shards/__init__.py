"""Shards: what is handed to a worker at a time, one suite file each, the longest first.

`feed.Feed` gives them out; for archives it reads ahead, so that decompressing one goes on
beside the workers and is done once.
"""
