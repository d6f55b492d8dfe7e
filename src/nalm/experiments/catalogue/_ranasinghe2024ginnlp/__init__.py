"""GINN-LP: a growing network for Laurent polynomials (Ranasinghe et al., 2024).

`entries` is for the catalogue; nothing else may be imported from here.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._ranasinghe2024ginnlp import _recovery


def entries() -> list[Entry]:
    """List the paper's entries."""
    return [*_recovery.experiments()]
