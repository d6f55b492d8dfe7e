"""How good is a formula, and how far is it to be trusted?

`refit` in `_refit` fits it, `judge` in `_judge` compares it, `Pool` in `_pool` keeps the best, and
`_verdict` says whether that is a law. Import the modules by their paths.
"""
