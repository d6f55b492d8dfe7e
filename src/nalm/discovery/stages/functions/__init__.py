"""Formulas with functions: which exp, log, sine or other function of which argument is in the law.

A function is sought by itself, on the scale of y and on that of log y; what is found becomes an
input more, and the other stages find the rest. A target may also be seen through a function.
"""
