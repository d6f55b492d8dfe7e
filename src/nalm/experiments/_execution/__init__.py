"""Execution: how do settings and a store become trained runs?

`standing` looks up what is stored, `plan` groups the rest into cohorts, and `execute` trains them
with `Options` and yields `Progress`.
"""
