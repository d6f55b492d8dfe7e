"""How do the Markdown files become the site? `links`, `tables`, `results` and `formulas` say it; site_hooks.py asks them."""
