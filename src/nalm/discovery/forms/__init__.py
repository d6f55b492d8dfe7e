"""How is a form that the user gives fitted, and how does it stand against what a search finds?

`fit_form` fits the constants of a `nalm.symbolic.Form` to a problem; `judged_form` tries it on held
out rows beside searched formulas. `FormFitting` is the part of `SymbolicRegressor` that users call.
"""
