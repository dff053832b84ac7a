"""executors: other places to run shards than this machine.

remote.py  one shard on whatever machine it lands on; what comes back are the parts it wrote
dask.py    hands shards to a Dask cluster, and reruns those whose worker was lost

Here or there, a shard is run by `harness.coordinator.Coordinator`, so that deadlines, crashes and
replays are the same and the results are the same rows.
"""

LOCAL, DASK = "local", "dask"
"""The names of the executors."""
