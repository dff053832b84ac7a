"""The functions that expressions call: what they give, and what they take.

A parameter is a kind, or the name of a pool of literals in capitals.
"""

from harness.fuzz.grammar import literals

Call = tuple[str, str, tuple[str, ...]]

CALLS: list[Call] = [
    ("int", "length", ("any",)),
    ("int", "octet_length", ("any",)),
    ("int", "instr", ("text", "text")),
    ("int", "instr", ("blob", "blob")),
    ("int", "unicode", ("text",)),
    ("int", "sign", ("any",)),
    ("int", "abs", ("small",)),
    ("int", "json_array_length", ("DOCUMENTS",)),
    ("int", "json_valid", ("any",)),
    ("int", "json_error_position", ("DOCUMENTS",)),
    ("int", "unixepoch", ("DATES", "MODIFIERS")),
    ("int", "likely", ("int",)),
    ("real", "round", ("real",)),
    ("real", "round", ("real", "digits")),
    ("real", "abs", ("real",)),
    ("real", "julianday", ("DATES",)),
    ("real", "julianday", ("DATES", "MODIFIERS")),
    ("real", "sqrt", ("small",)),
    ("real", "floor", ("real",)),
    ("real", "ceil", ("real",)),
    ("real", "trunc", ("real",)),
    ("real", "mod", ("small", "small")),
    ("real", "pow", ("digits", "digits")),
    ("real", "degrees", ("small",)),
    ("text", "upper", ("text",)),
    ("text", "lower", ("text",)),
    ("text", "trim", ("text",)),
    ("text", "ltrim", ("text", "text")),
    ("text", "rtrim", ("text", "text")),
    ("text", "substr", ("text", "digits")),
    ("text", "substr", ("text", "digits", "digits")),
    ("text", "replace", ("text", "text", "text")),
    ("text", "hex", ("any",)),
    ("text", "quote", ("any",)),
    ("text", "typeof", ("any",)),
    ("text", "char", ("digits",)),
    ("text", "concat", ("any", "any")),
    ("text", "concat_ws", ("text", "any", "any")),
    ("text", "printf", ("PRINTF", "any", "any")),
    ("text", "format", ("PRINTF", "any", "any")),
    ("text", "date", ("DATES", "MODIFIERS")),
    ("text", "time", ("DATES", "MODIFIERS")),
    ("text", "datetime", ("DATES", "MODIFIERS", "MODIFIERS")),
    ("text", "strftime", ("FORMATS", "DATES")),
    ("text", "strftime", ("FORMATS", "DATES", "MODIFIERS")),
    ("text", "timediff", ("DATES", "DATES")),
    ("text", "json", ("DOCUMENTS",)),
    ("text", "json_array", ("number_or_text", "number_or_text")),
    ("text", "json_object", ("KEYS", "number_or_text")),
    ("text", "json_type", ("DOCUMENTS", "PATHS")),
    ("text", "json_quote", ("number_or_text",)),
    ("text", "json_set", ("DOCUMENTS", "PATHS", "number_or_text")),
    ("text", "json_insert", ("DOCUMENTS", "PATHS", "number_or_text")),
    ("text", "json_replace", ("DOCUMENTS", "PATHS", "number_or_text")),
    ("text", "json_remove", ("DOCUMENTS", "PATHS")),
    ("text", "json_patch", ("DOCUMENTS", "DOCUMENTS")),
    ("text", "unistr", ("text",)),
    ("blob", "unhex", ("text",)),
    ("blob", "zeroblob", ("digits",)),
    ("blob", "substr", ("blob", "digits")),
    ("blob", "jsonb", ("DOCUMENTS",)),
    ("any", "json_extract", ("DOCUMENTS", "PATHS")),
    ("any", "json_extract", ("DOCUMENTS", "PATHS", "PATHS")),
]

SAME_KIND: list[tuple[str, int, int]] = [
    ("coalesce", 2, 3),
    ("ifnull", 2, 2),
    ("nullif", 2, 2),
    ("max", 2, 3),
    ("min", 2, 3),
]
"""Functions that give a value of the kind they take, with the least and most arguments."""

POOLS: dict[str, list[str]] = {
    "DOCUMENTS": literals.DOCUMENTS,
    "PATHS": literals.PATHS,
    "DATES": literals.DATES,
    "MODIFIERS": literals.MODIFIERS,
    "FORMATS": literals.FORMATS,
    "KEYS": ["'a'", "'b'", "'k'"],
    "PRINTF": [
        "'%d'",
        "'%s|%s'",
        "'%5.2f'",
        "'%x'",
        "'%-8s|'",
        "'%q'",
        "'%Q'",
        "'%,d'",
        "'%g'",
        "'%c'",
    ],
}

BY_KIND: dict[str, list[Call]] = {
    kind: [call for call in CALLS if call[0] == kind]
    for kind in ("int", "real", "text", "blob", "any")
}
