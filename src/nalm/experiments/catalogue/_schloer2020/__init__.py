"""iNALU: Improved Neural Arithmetic Logic Unit (Schlör, Ring and Hotho, 2020)."""

from nalm.experiments._entry import Entry
from nalm.experiments.catalogue._schloer2020 import _experiments


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [*_experiments.entries()]
