"""In which order are the stages tried, for how long, and what is shown of it?

`search` in `_search` is one search from a `Problem` to a `Discovery`, `search_outputs` in
`_outputs` those of all targets of a table. Import the modules by their paths.
"""
