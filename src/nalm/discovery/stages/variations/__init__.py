"""Which formulas are like the best ones, but simpler?

`resum_best` in `_resummed` judges those that `_promising` lets through; import the modules by
their paths.
"""
