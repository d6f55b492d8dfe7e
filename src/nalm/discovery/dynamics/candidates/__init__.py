"""Which right-hand sides may a state have, and which system do they make?

`_library` has the usual sums, `_search` searches the slopes, `_structures` reads forms that users
give, and `_ranking` and `_joint` choose. Import the modules by their paths.
"""
