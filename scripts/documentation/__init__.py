"""How do the Markdown files become the site?

`links`, `tables`, `results`, `formulas` and `docstrings` say it; site_hooks.py asks them.
"""
