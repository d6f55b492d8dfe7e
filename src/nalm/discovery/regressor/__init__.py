"""How does a user find the equation of a table?

With the estimator `SymbolicRegressor`, which users import from `nalm` or `nalm.discovery`; the
modules here are its parts.
"""
