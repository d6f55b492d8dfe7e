"""iNALU: Improved Neural Arithmetic Logic Unit (Schlör, Ring and Hotho, 2020)."""

from nalm.experiments._entry import Entry


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return []
