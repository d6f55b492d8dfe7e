"""What do the data leave open about a formula that was found?

`posterior` in `_posterior`, `bands` in `_bands`, `exact_probability` in `_exactness` and
`structure_weights` in `_structure_weights`; users import them from `nalm.discovery`.
"""
