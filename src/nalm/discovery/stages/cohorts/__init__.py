"""Which formulas do many random starts, trained at once, end in?

`_training_rows` prepares the rows, `train` in `_cohorts` trains and rounds one `Structure`, and
`_write` makes formulas of it. Import the modules by their paths.
"""
