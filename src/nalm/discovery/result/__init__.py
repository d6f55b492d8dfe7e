"""What does a search return, and how is it written, read and evaluated?

`Candidate`, `Discovery` and `Verdict` in `_candidate`, JSON in `_discovery_json`, tables in
`_equations`; import them by these paths.
"""
