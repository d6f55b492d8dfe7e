"""The search engine: cohorts of starts, rounding, sparse regression, and what is kept."""
