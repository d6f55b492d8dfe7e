"""Which runs make Neural Arithmetic Units (Madsen and Johansen, 2020)?

Two layers have to find an operation on sums of the inputs: 100 inputs, five million steps, 100
seeds. The workshop paper before it, Measuring Arithmetic Extrapolation Performance (SEDL 2019),
gives the definition of success and the study of learning rates. `entries` is for the catalogue;
nothing else may be imported from here.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._madsen2020 import (
    _arithmetic,
    _digits,
    _gating,
    _loss_surface,
    _sequences,
    _studies,
    _sweeps,
    _theory,
)


def entries() -> list[Entry]:
    """List the paper's entries: tables and figures, then those of its appendices and its code."""
    return [
        *_arithmetic.experiments(),
        *_loss_surface.experiments(),
        *_sweeps.experiments(),
        *_gating.experiments(),
        *_studies.experiments(),
        *_theory.experiments(),
        *_digits.experiments(),
        *_sequences.experiments(),
    ]
