"""How is an equation written as a function of a programming language?

A `Dialect` is a language as data, and `write_code` writes equations in any of them; `LANGUAGES` has
all by name. `to_code` is what others use.
"""
