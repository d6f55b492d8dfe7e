"""Which exp, log, sine or other function, of which argument, is in the law?

`FunctionFactors`, `FunctionTerms`, `Substitutions` and `SeenThrough` in `_stages` propose formulas
with functions. What one finds may become an input more, with which the other folders' stages find
the rest. `FunctionSums` in `_sums_stage` makes sums with several functions; the right-hand sides of
differential equations come from the same `function_sums`. `AffineExponentials` in `_affine_stage`
puts an exponential in the place of several inputs. Import the modules by their paths.
"""
