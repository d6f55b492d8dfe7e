"""How far are the equations of a system to be trusted, and why?

`report_state` in `_report` says so for each state; `verdict` in `_verdict` decides. Import the
modules by their paths.
"""
