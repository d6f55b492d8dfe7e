"""Which differential equations made time series?

Users import the estimator `DynamicsRegressor` from `nalm` or `nalm.discovery`. The folders are its
rows, each of which imports only from those before it: `systems`, `measurements`, `candidates`,
`verdict`, `regressor`.
"""
