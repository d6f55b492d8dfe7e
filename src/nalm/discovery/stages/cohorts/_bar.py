"""What another structure has to come near to be worth rounding."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.scoring._judge import ScoredFormula, description_length
from nalm.discovery.stages.cohorts._round import FLOOR
from nalm.discovery.stages.cohorts._scaled_rows import Rows

MARGIN = 20.0
"""How much longer the description of a formula may be that reaches further."""


def bar(best: ScoredFormula, values: FloatArray, *, rows: Rows) -> float:
    """Description length of the best formula so far on the rows that exponents are rounded on.

    Args:
        best: The formula.
        values: Its values, under the power that the rows' target is under `(rows,)`.
        rows: The rows, prepared.
    """
    residual = np.nan_to_num(values / rows.scales.y - rows.samples.y.numpy(), nan=np.inf)
    lengths: list[float] = []
    # As cohorts are rounded under both noises, the better of the two counts here as well.
    for weight in (rows.constant().numpy(), rows.relative().numpy()):
        misfit = len(residual) * np.log(np.mean(np.square(weight * residual)) + FLOOR)
        lengths.append(float(misfit - 2 * np.log(weight).sum()))
    return min(lengths) + description_length(best.fit, len(residual)) + MARGIN
