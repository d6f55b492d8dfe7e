"""How does a user find the equations of time series?

With the estimator `DynamicsRegressor`, which users import from `nalm` or `nalm.discovery`; `_fit`
and `_pipeline` are the steps of its fit, and the other modules are its parts.
"""
