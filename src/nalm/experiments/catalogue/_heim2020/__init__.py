"""Neural Power Units (Heim, Pevný and Šmídl, 2020)."""

from nalm.experiments._entry import Entry


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return []
