"""What can be computed without knowing a formula?

Elimination, the choice of columns, and numbers that are neat, with what each costs to say. Other
folders import `_sparse`, `_exponents` and the other modules by their paths; none imports another
folder.
"""
