"""Which runs make the report on the Neural Arithmetic Logic Unit (Kollanur, 2022)?

Its sections in their order: the identity, the accumulator, the logic unit and its challenges.
`entries` is for the catalogue; nothing else may be imported from here.
"""

from nalm.experiments._experiment import Entry
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
