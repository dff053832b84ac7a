"""Work orders: one cause each, complete enough that an agent need not explore.

`order.WorkOrder` is the order, `write` makes it from a cluster, `markdown` shows it to
people and agents. As JSON it follows `order.schema.json`.
"""
