"""Which exp, log, sine or other function, of which argument, is in the law?

`UsualCurves`, `FunctionFactors`, `FunctionTerms` and `SeenThrough` in `_stages` propose formulas
with functions. What one finds may become an input more, with which the other folders' stages find
the rest. Import the modules by their paths.
"""
