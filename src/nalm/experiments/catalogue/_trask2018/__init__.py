"""Neural Arithmetic Logic Units (Trask et al., 2018)."""

from nalm.experiments._entry import Entry


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return []
