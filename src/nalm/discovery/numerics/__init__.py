"""What can be computed without knowing a formula?

Elimination, the choice of columns, and simple numbers with their description lengths. Other folders
import `_sparse`, `_exponents` and the other modules by their paths; none imports another
folder.
"""
