"""How the commands of the laboratory select experiments, train them and gather their reports.

`Selection` and `Machine` with their options, `train_missing`, `report_all` and `trained_part`. The
commands import them; `_catalogue` is the one place that loads the experiments.
"""
