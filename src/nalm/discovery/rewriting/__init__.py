"""Which other form could a formula have, and what kind of formula is it?

Functions from formulas to formulas, such as `trim` in `_trim`, and questions to a formula in
`_properties`. Import the modules by their paths; they know no data but the rows they are given.
"""
