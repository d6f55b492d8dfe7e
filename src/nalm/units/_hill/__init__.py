"""Which other units have the weights of a NAC: the exponential and the trigonometric primitives.

`HillExponential`, `HillUnitCircle` and `HillTrigProducts`; import them from `nalm.units`. The
additive primitive is the `NAC` itself; all of them can snap.
"""
