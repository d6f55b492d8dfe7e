"""Inputs that act by a factor alone: y = Π xᵢ^(vᵢ) · g(the others).

On logarithmic scale such an input appears in no square and no cross term of a quadratic surface.
"""

from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem


def factors(problem: Problem, *, largest: float) -> list[tuple[Fraction, ...]]:
    """List candidate factors: the least interacting input, the two least interacting, and so on.

    Args:
        problem: The data.
        largest: Size of an exponent: of inputs that vary alike, differences may seem to be any.
    """
    usable = (problem.x != 0).all(axis=1) & (problem.y != 0)
    inputs = problem.x.shape[1]
    # Three rows for each linear term, or the slopes say nothing.
    if inputs < 2 or usable.sum() < 3 * (1 + 2 * inputs):
        return []
    logs = np.log(np.abs(problem.x[usable]))
    spread = logs.std(axis=0)
    if (spread < 1e-12).any():
        return []
    # Unit spreads make the second-order coefficients of different inputs comparable.
    unit = (logs - logs.mean(axis=0)) / spread
    target = np.log(np.abs(problem.y[usable]))
    pairs = [(i, j) for i in range(inputs) for j in range(i, inputs)]
    # A surface with nearly as many coefficients as rows follows any data.
    if len(pairs) + inputs + 1 > 0.7 * len(target):
        return []
    columns = [np.ones(len(unit)), *unit.T, *(unit[:, i] * unit[:, j] for i, j in pairs)]
    coefficients = np.linalg.lstsq(np.column_stack(columns), target, rcond=1e-12)[0]
    slope, bend = coefficients[1 : 1 + inputs], np.abs(coefficients[1 + inputs :])
    interaction = np.zeros(inputs)
    for (i, j), size in zip(pairs, bend, strict=True):
        # The largest one that an input takes part in, its own square (i = j) included: a factor Π
        # xᵢ^(vᵢ) is linear in ln xᵢ and has none of them.
        interaction[i] = max(interaction[i], size)
        interaction[j] = max(interaction[j], size)
    order = np.argsort(interaction)
    return _prefixes(slope / spread, order, largest=largest)


def factor_values(x: FloatArray, exponents: tuple[Fraction, ...]) -> FloatArray:
    """Π xᵢ^(vᵢ) `(rows,)`; not a number where an input is out of its domain."""
    with np.errstate(all="ignore"):
        columns = [x[:, i] ** float(e) for i, e in enumerate(exponents) if e]
        return np.prod(columns, axis=0) if columns else np.ones(len(x))


def _prefixes(
    slope: FloatArray, order: np.ndarray, *, largest: float
) -> list[tuple[Fraction, ...]]:
    found: list[tuple[Fraction, ...]] = []
    factor = [Fraction(0)] * len(slope)
    for index in order:
        # Exponents of factors are multiples of a half. The first slope that is far from one ends
        # the list: what follows interacts more still.
        exponent = Fraction(round(2 * float(slope[index])), 2)
        if abs(float(exponent) - slope[index]) > 0.2 or abs(exponent) > largest:
            break
        if exponent == 0:
            continue  # it acts little, where it acts
        factor[int(index)] = exponent
        if not all(factor):  # something is left beside it
            found.append(tuple(factor))
    return found
