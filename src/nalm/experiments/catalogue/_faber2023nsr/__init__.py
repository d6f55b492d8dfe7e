"""Neural Status Registers (Faber and Wattenhofer, 2023).

`entries` is for the catalogue; nothing else may be imported from here.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._faber2023nsr import _comparisons, _functions


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [*_comparisons.experiments(), *_functions.experiments()]
