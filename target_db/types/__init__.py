"""SQL values and their rules: affinity, comparison, collation, conversion, arithmetic.

A value is None, int (64 bit), float (never NaN), str or bytes. Text that is not valid UTF-8
is a str whose stray bytes are carried as lone surrogates (`surrogateescape`).
"""
