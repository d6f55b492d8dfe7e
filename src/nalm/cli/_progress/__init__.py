"""How long training takes: what it will cost, and how fast it goes.

`estimate_seconds`, `run_cost`, `Pace` and `duration`. The commands and `_laboratory` import them.
"""
