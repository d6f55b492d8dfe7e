"""The Neural Arithmetic Logic Unit report (Kollanur, 2022)."""

from nalm.experiments._entry import Entry
from nalm.experiments.catalogue._kollanur2022 import (
    _accumulator,
    _challenges,
    _demonstrations,
    _identity,
    _logic_unit,
)


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [
        *_identity.entries(),
        *_accumulator.entries(),
        *_logic_unit.section4(),
        *_logic_unit.section5(),
        *_challenges.entries(),
        *_logic_unit.section7(),
        *_demonstrations.entries(),
    ]
