"""Neural Arithmetic Units (Madsen and Johansen, 2020)."""

from nalm.experiments._entry import Entry
from nalm.experiments.catalogue._madsen2020 import _arithmetic


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [*_arithmetic.experiments()]
