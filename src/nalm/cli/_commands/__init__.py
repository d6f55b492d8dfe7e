"""What a user can type: one module for each command, with its options, its help and its output.

`list_command`, `run_command`, `report_command`, `store_command`, `merge_command`,
`discover_command`, `cite_command` and `demo_command`, which `_main` gathers. A command reads
options and prints; the work is in the folders beside this one and in the packages below.
"""
