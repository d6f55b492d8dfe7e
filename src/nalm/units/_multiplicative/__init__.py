"""Which units multiply: weights select the factors of a product, or are exponents of logarithms.

`NMU`, `NACMul` (which divides as well), `NACMulNMU`, `NACMulSigmoid` and `MulMCFC` with its
`MassSign`; import them from `nalm.units`.
"""
