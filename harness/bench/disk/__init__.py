"""The speed of databases in files, beside SQLite with the same settings.

tasks.py     what is timed, one after the other on one file
measure.py   processor times of both engines, each in a process of its own
"""
