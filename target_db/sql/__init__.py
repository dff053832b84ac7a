"""SQL text to syntax tree: tokens, lexer, AST, parser and renderer. Knows nothing of schemas."""
