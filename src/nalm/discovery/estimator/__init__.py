"""Which calls do both estimators answer alike?

`SymbolicRegressor` and `DynamicsRegressor` inherit `ReadOut` (text and tables), `Languages` (SymPy,
LaTeX, PyTorch), `Uncertainty` (posteriors) and `Saving` (files); what these rest on is in
`Outputs`. `EquationsModule` is what `to_torch` returns for several outputs. Import them by the
paths of their modules; users import `EquationsModule` from `nalm.discovery`.
"""
