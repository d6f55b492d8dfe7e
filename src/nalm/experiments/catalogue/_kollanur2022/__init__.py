"""The Neural Arithmetic Logic Unit report (Kollanur, 2022)."""

from nalm.experiments._entry import Entry


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return []
