"""How a formula is brought into its normal form without changing its function.

`simplify`; import it from `nalm.symbolic`. The steps it takes have a module each: the scale of a
base, factors shifted into or out of it, equal terms merged, what is known of signs, the order of
terms; and of functions, `_exponential`, `_logarithm`, `_periodic`, and `_functions`, which asks
these.
"""
