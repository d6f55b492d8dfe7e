"""How `nalm discover` comes from a file to an equation: request, table, units, search.

`Request` with its options, `discover`, and `Findings`, what a search found; `discover_kepler` is
the search of the demo. The commands import them.
"""
