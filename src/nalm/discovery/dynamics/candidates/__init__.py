"""Which right-hand sides may a state have, and which system do they make?

Usual sums in `_library`, searches of the slopes in `_search`, forms that the user gives in
`_structures`; `_ranking` and `_joint` choose. Import the modules by their paths.
"""
