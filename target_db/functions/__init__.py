"""SQL functions over values: scalar, aggregate and window functions, and their table.

Nothing here knows of statements, storage or connections; what a function needs from its
connection comes in a `FunctionContext`.
"""
