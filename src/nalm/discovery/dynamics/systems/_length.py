"""Description length of right-hand sides, in units of the Bayesian information criterion."""

from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.systems._system import System
from nalm.discovery.numerics._exponents import cost, cost_of_measured
from nalm.discovery.rewriting._properties import (
    count_calls,
    has_measured_exponents,
    is_product,
    numbers_of,
)
from nalm.discovery.scoring._judge import CHOICE
from nalm.symbolic import Sum, parameters


def description_length(formula: Sum, deviations: FloatArray, *, count: float) -> float:
    """Add up what exponents and constants cost.

    A measured exponent costs more the better it is measured: the data have ruled out more of its
    range (the Occam factor). An exact one costs little if it is simple.

    Args:
        formula: A right-hand side, or a term of several.
        deviations: Standard errors of its measured numbers, in their order.
        count: How many independent measurements there are.
    """
    each = iter(np.asarray(deviations, dtype=np.float64).tolist())
    total = CHOICE * count_calls(formula)
    for number, is_exponent in numbers_of(formula):
        if isinstance(number, Fraction):
            # A sign is no constant: 1 and -1 cost nothing.
            total += cost(number) if is_exponent or abs(number) != 1 else 0.0
            continue
        deviation = next(each)
        if is_exponent:
            # Without noise the standard error goes to 0, and the Occam factor to infinity.
            total += float(cost_of_measured(np.array(max(deviation, 1e-9))))
        else:
            # The penalty of the Bayesian information criterion for one fitted number.
            total += float(np.log(max(count, 2.0)))
    return total


def system_description_length(system: System, covariance: FloatArray, *, count: float) -> float:
    """Return the description length of the terms of a system.

    Args:
        system: Its terms, each counted once, however many equations share it.
        covariance: Of its measured numbers.
        count: Measurements.
    """
    deviations = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    total, start = 0.0, 0
    for term in system.terms:
        stop = start + len(parameters(term))
        total += description_length(term, deviations[start:stop], count=count)
        start = stop
    return total


def constants(formula: Sum) -> int:
    """Count the measured numbers and the coefficients that became exact, except 1 and -1.

    Args:
        formula: A right-hand side.
    """
    return sum(
        isinstance(number, float) or (not is_exponent and abs(number) != 1)
        for number, is_exponent in numbers_of(formula)
    )


def is_neat(formula: Sum) -> bool:
    """Say whether all exponents are exact, or the formula is a single product of powers of columns.

    Args:
        formula: A right-hand side.
    """
    return is_product(formula) or not has_measured_exponents(formula)
