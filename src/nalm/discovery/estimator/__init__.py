"""Which calls do both estimators answer alike?

`ReadOut` in `_read_out` and `Uncertainty` in `_uncertainty`, the classes that `SymbolicRegressor`
and `DynamicsRegressor` inherit. Import them by these paths.
"""
