"""Experiments: which runs make a paper.

A `Setting` is one row of a table, an `Experiment` a named set of settings × seeds. `execute`
trains what a store lacks, `summarise` turns stored runs into rows with intervals. The experiments
of the papers are in `nalm.experiments.catalogue`, one file per paper.
"""

from nalm.experiments._execute import Options, Progress, execute
from nalm.experiments._experiment import Computation, Experiment, lookup
from nalm.experiments._metrics import Metrics, measure, selected_row
from nalm.experiments._plan import Plan, plan
from nalm.experiments._setting import Setting
from nalm.experiments._summary import Row, summarise

__all__ = [
    "Computation",
    "Experiment",
    "Metrics",
    "Options",
    "Plan",
    "Progress",
    "Row",
    "Setting",
    "execute",
    "lookup",
    "measure",
    "plan",
    "selected_row",
    "summarise",
]
