"""live: what a run or a build tells of itself while it goes on.

run_status.py   a small file in the run's folder, written twice a second by the coordinator
families.py     what the parts of an unfinished run say so far
held.py         whether a process holds a lock file
build_status.py what a build tells, and the entry point through which it does
"""
