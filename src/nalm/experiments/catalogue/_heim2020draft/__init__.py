"""Neural Power Unit: A Bayesian Approach to Neural Arithmetic (Heim, Šmídl and Pevný, a draft)."""

from nalm.experiments._entry import Entry


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return []
