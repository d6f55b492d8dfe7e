"""What is searched: which rows, which inputs, in which units?

Data as users have them become a `Problem` in `_preparation`; `_dimensionless_groups` finds the
dimensionless groups, and `_rows` chooses the held-out rows. Import the modules by their paths.
"""
