"""Which products of powers, of inputs and of binomials, nearly fit the target?

`PowerProduct` in `_monomial`, `Backfitting` in `_backfitting`, `Poles` in `_poles`,
`NearbyBinomials` in `_binomial_search` and `one_ratio` in `_one_ratio` propose them. Import the
modules by their paths.
"""
