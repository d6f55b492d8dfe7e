"""What can the signed power unit do that no published unit can?

This project's own experiments with the SPU, beside the units of *Learning Division with Neural
Arithmetic Logic Modules*, whose protocol they follow. `entries` is for the catalogue; nothing else
may be imported from here.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._nalm2026spu import (
    _ablations,
    _arithmetic,
    _division,
    _operations,
    _powers,
    _stack,
)


def entries() -> list[Entry]:
    """List the experiments: division, other operations, powers, stacks, what each part is for."""
    return [
        *_division.experiments(),
        *_operations.experiments(),
        *_powers.experiments(),
        *_stack.experiments(),
        *_arithmetic.experiments(),
        *_ablations.experiments(),
    ]
