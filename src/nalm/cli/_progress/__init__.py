"""How long training takes: what it will cost, how fast it goes, and what is shown meanwhile.

`estimate_seconds`, `Pace`, `choose_display` and `duration`. The commands and `_laboratory` import
them.
"""
