"""Which runs make Neural Power Units (Heim, Pevný and Šmídl, 2020)?

Four functions of two inputs, sums and products of a hundred, a fractional SIR model, and measured
fields. `entries` is for the catalogue; the draft before the paper takes its models and its grids of
errors from here.
"""

from nalm.experiments._experiment import Entry
from nalm.experiments.catalogue._heim2020 import (
    _figure6,
    _figure7,
    _figures45,
    _fractional_sir,
    _gradients,
    _large_scale,
    _measured_data,
    _simple,
)


def entries() -> list[Entry]:
    """List the paper's entries, in its order."""
    return [
        *_fractional_sir.experiments(),
        *_figures45.views(),
        *_gradients.experiments(),
        *_figure6.views(),
        *_simple.experiments(),
        *_large_scale.experiments(),
        *_figure7.views(),
        *_measured_data.entries(),
    ]
