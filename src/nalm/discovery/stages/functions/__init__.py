"""Which exp, log, sine or other function, of which argument, is in the law?

`FunctionFactors`, `FunctionTerms` and `SeenThrough` in `_stages` propose formulas
with functions. What one finds may become an input more, with which the other folders' stages find
the rest. `FunctionSums` in `_sums_stage` makes sums with several functions; the right-hand sides of
differential equations come from the same `function_sums`. Import the modules by their paths.
"""
