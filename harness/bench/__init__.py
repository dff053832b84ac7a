"""Measurements, always as ratios of two things measured side by side in one run.

`sample` picks the same files of every family each time; `bare` is the least that running the
SQL can cost; `harness_cost` and `engine_cost` compare.
"""
