"""Where cases come from: files, folders, archives, one line of a file, registered names.

`discover.find_sources` turns what the user named into an ordered list of `Source`;
`open.open_source` streams the suite files of one; `selection.Selection` says which of them a
run takes; `registry` keeps suites under a name, with their checksums.
"""
