"""Which runs make Neural Arithmetic Logic Units (Trask et al., 2018)?

The identity function beyond its training range, and static functions of selected inputs. `entries`
is for the catalogue; a later report on the same figure takes its perceptrons and its chart.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._trask2018 import _figure1, _functions


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [*_figure1.entries(), *_functions.entries()]
