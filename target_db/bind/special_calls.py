"""Built-in functions that are nodes of their own, because not every argument is evaluated.

Which they are goes by the function found, not by its name: a function that a user defined
under one of these names is called like any other.
"""
