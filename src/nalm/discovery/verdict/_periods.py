"""How many periods of a sine the rows show."""

from collections.abc import Iterator

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Call, Sum, evaluate, sum_in

PERIODIC = ("sin", "cos", "tan")


def shown_periods(formula: Sum, x: FloatArray) -> Iterator[float]:
    """Yield the periods, among the rows, of each sine with a measured frequency."""
    for power in (power for term in formula.terms for power in term.powers):
        inner = sum_in(power.base)
        if inner is None:
            continue
        yield from shown_periods(inner, x)
        frequency = any(isinstance(t.coefficient, float) and t.powers for t in inner.terms)
        if isinstance(power.base, Call) and power.base.function in PERIODIC and frequency:
            yield float(np.ptp(evaluate(inner, x))) / (2 * np.pi)
