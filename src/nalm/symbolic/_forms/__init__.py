"""How does a form that a user writes, with constants by their names, become a formula?

`read_form` reads a text into a `Form`: a formula whose measured numbers are formulas of the named
constants. Import both from `nalm.symbolic`. Nothing is evaluated by Python: `_tokens` and `_parse`
make an expression of `_expression`, and `_lower` a formula of that.
"""
