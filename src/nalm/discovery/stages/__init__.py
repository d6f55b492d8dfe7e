"""Which formulas are proposed?

One folder for each way to find some: `cohorts`, `products`, `regressions` and `variations`, which
do not know each other, and `functions`, which searches tables with functions by the others, along
what `arguments` lists.
Import their modules, `_baselines` and `_one_ratio_stage` by their paths.
"""
