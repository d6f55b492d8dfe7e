"""Which products of powers, of inputs and of binomials, come near the target?

`monomials` in `_monomial`, `BinomialSearch` in `_binomial_search` and `one_ratio` in `_one_ratio`
propose them; import the modules by their paths.
"""
