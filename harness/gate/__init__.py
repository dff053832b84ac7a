"""The gate: one verdict for CI, a ratchet that moves case by case and in both directions.

baseline.py   what is committed: files by digest, cases counted, failures listed
findings.py   a finished run against a baseline: what is red, and why
"""
