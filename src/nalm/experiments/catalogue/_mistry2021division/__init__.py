"""Which runs make Learning Division with Neural Arithmetic Logic Modules?

The paper by Mistry, Farrahi and Hare (2021). One layer has to divide: two inputs without
redundancy, two neighbours among ten with redundancy; 25 seeds, nine ranges, a run is solved below a
test error of 10⁻⁵. The later version of the paper (TMLR, 2022) also reads the two
numbers from images. `entries` is for the catalogue. Experiments that put another unit beside the
paper's take their models from `_models`.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._mistry2021division import (
    _appendices,
    _digits,
    _distributions,
    _gold_weights,
    _loss_surface,
    _main_results,
    _mixed_signs,
    _real_npu_study,
    _small_numbers,
)


def entries() -> list[Entry]:
    """List the paper's experiments by figure, then those of its appendices and of its code."""
    no_redundancy, redundancy = _main_results.experiments()
    return [
        *_real_npu_study.experiments(),
        no_redundancy,
        *_mixed_signs.experiments(),
        *_gold_weights.experiments(),
        redundancy,
        *_loss_surface.experiments(),
        *_appendices.experiments(),
        *_small_numbers.experiments(),
        *_distributions.experiments(),
        *_digits.experiments(),
    ]
