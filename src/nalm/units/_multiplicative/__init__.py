"""Which units multiply: weights select the factors of a product, or are exponents of logarithms.

`NMU`, `SNMU`, `NACMul` (which divides as well), `NACMulNMU`, `NACMulSigmoid` and `MulMCFC` with its
`MassSign`; import them from `nalm.units`.
"""
