"""Where inputs are drawn from: intervals, densities, sequences and lists of points.

`Range`, `PerInput`, `TruncatedNormal`, `Exponential`, `Benford`, `Sobol`, `EvenlySpaced` and
`Points`; import them from `nalm.tasks`.
"""
