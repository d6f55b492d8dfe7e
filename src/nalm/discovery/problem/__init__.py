"""What is searched: which rows, which inputs, in which units?

Data as users have them become a `Problem` in `_preparation`; `_groups` finds the products that the
units allow, and `_rows` which rows judge. Import the modules by their paths.
"""
