"""Which runs make Neural Power Unit: A Bayesian Approach to Neural Arithmetic?

The draft by Heim, Šmídl and Pevný before their paper of 2020: quotients, functions of one input and
surfaces of the loss. `entries` is for the catalogue; nothing else may be imported from here.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._heim2020draft import _functions, _quotient, _surfaces, _table1


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [
        *_quotient.entries(),
        *_table1.experiments(),
        *_functions.entries(),
        *_surfaces.experiments(),
    ]
