"""How good is a formula?

`refit` in `_refit` fits it, `judge` in `_judge` compares it, and `Pool` in `_pool` keeps the best.
Import the modules by their paths.
"""
