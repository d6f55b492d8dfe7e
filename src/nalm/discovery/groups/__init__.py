"""Which one form has a table of several groups, and which of its constants differ by group?

`search_groups` in `_search` finds it in `GroupedRows`, and returns a `GroupDiscovery`; `fit_group`
in `_new_group` adds a group later, and `_labels` tells columns that name groups. Import the modules
by their paths.
"""
