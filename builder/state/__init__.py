"""What the builder remembers: one SQLite file, so that a kill at any moment loses nothing.

`database.State` opens it; `orders` has the work orders and their leases, `ledger` every
attempt and every model call with its cost, `journal` the decisions, notes and approvals.
"""
