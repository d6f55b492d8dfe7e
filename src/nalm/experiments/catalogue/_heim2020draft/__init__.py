"""Neural Power Unit: A Bayesian Approach to Neural Arithmetic (Heim, Šmídl and Pevný, a draft)."""

from nalm.experiments._entry import Entry
from nalm.experiments.catalogue._heim2020draft import _functions, _quotient, _surfaces, _table1


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [
        *_quotient.entries(),
        *_table1.experiments(),
        *_functions.entries(),
        *_surfaces.experiments(),
    ]
