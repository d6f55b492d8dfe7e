"""Experiments: which runs make a paper.

A `Setting` is one row of a table, an `Experiment` a named set of settings × seeds. `execute`
trains what a store lacks, `summarise` turns stored runs into rows with intervals. The experiments
of the papers are in `nalm.experiments.catalogue`, one file per paper. `field` puts any unit beside
those of its table of the field.
"""

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._computation import Computation
from nalm.experiments._execution._execute import Progress, execute
from nalm.experiments._execution._options import Options
from nalm.experiments._execution._plan import Plan, plan
from nalm.experiments._execution._standing import Standing, standing
from nalm.experiments._experiment import Entry, Experiment, Figure
from nalm.experiments._field import field, field_recipe
from nalm.experiments._lookup import lookup
from nalm.experiments._measure_all import MEASUREMENT_COLUMNS, measure_all
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._metrics import Metrics, measure, selected_row
from nalm.experiments._parameter import Parameter
from nalm.experiments._quick import quick
from nalm.experiments._scale import Scale
from nalm.experiments._setting import Setting
from nalm.experiments._summary import Row, summarise
from nalm.experiments._trained import Trained
from nalm.experiments._trained_runs import trained
from nalm.experiments._view import View

__all__ = [
    "MEASUREMENT_COLUMNS",
    "Chart",
    "Computation",
    "Entry",
    "Experiment",
    "Figure",
    "Mark",
    "Measured",
    "Measurement",
    "Metrics",
    "Options",
    "Parameter",
    "Plan",
    "Progress",
    "Row",
    "Scale",
    "Setting",
    "Standing",
    "Trained",
    "View",
    "execute",
    "field",
    "field_recipe",
    "lookup",
    "measure",
    "measure_all",
    "plan",
    "quick",
    "selected_row",
    "standing",
    "summarise",
    "trained",
]
