"""Which runs make iNALU: Improved Neural Arithmetic Logic Unit (Schlör, Ring and Hotho, 2020)?

Four experiments on distributions, operations and depths, as printed and as the code trains them.
`entries` is for the catalogue; nothing else may be imported from here.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._schloer2020 import _experiments


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [*_experiments.entries()]
