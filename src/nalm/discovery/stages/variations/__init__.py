"""Which formulas are like the best ones, but simpler?

`ClosedForms` in `_closed_forms` proposes those that `_promising` lets through. Import the modules
by their paths.
"""
