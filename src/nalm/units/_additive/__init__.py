"""Which units add and subtract: every output is a sum of weighted inputs.

`NAC`, `NAU` and `MCFC`; import them from `nalm.units`.
"""
