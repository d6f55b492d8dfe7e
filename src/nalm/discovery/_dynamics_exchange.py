"""Candidates of one state made of what was found for the others.

What leaves one state often enters another, and it may be plain to see in one equation and hidden
in the next. So the terms of the other states' equations are tried as the terms of each, together
with the states, their squares and their products.
"""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._dynamics_data import Courses, table
from nalm.symbolic import Power, Product, Sum, evaluate

MOST_TERMS = 3
MOST_SHAPES = 16


def exchanged(data: Courses, chosen: Sequence[Sum], *, state: int, time: bool) -> list[Sum]:
    """Fit the best sums of one, two and three terms to the slopes of a state.

    Args:
        data: Curves and slopes.
        chosen: Equations whose terms are tried.
        state: Whose slopes.
        time: Whether time is an input.

    Returns:
        One formula per number of terms; none for those that no finite terms are enough for.
    """
    inputs = table(data, time=time)
    shapes = _shapes(chosen, data.states.shape[1])
    columns = [evaluate(Sum((shape,)), inputs) for shape in shapes]
    rows = data.trusted.all(axis=1)
    kept = [i for i, column in enumerate(columns) if np.isfinite(column[rows]).mean() > 0.9]
    rows = rows & np.isfinite([columns[i] for i in kept]).all(axis=0)
    variance = data.slope_errors[rows, state] ** 2
    root = np.sqrt(1 / (variance + np.median(variance) + np.finfo(float).tiny))
    design = np.column_stack([columns[i][rows] * root for i in kept])
    target = data.slopes[rows, state] * root
    found: list[Sum] = []
    for size in range(1, min(MOST_TERMS, len(kept)) + 1):
        fits = [(subset, *_fit(design[:, subset], target)) for subset in _subsets(len(kept), size)]
        subset, coefficients, _ = min(fits, key=lambda fit: fit[2])
        terms = [
            Product(float(c), shapes[kept[i]].powers)
            for i, c in zip(subset, coefficients, strict=True)
        ]
        found.append(Sum(tuple(terms)))
    return found


def _shapes(chosen: Sequence[Sum], states: int) -> list[Product]:
    """Collect distinct terms with a coefficient of 1."""
    one, two = Fraction(1), Fraction(2)
    simple = [Product(one)]
    for i in range(states):
        simple += [Product(one, (Power(i, one),)), Product(one, (Power(i, two),))]
        simple += [Product(one, (Power(j, one), Power(i, one))) for j in range(i)]
    terms = [Product(one, term.powers) for formula in chosen for term in formula.terms]
    return list(dict.fromkeys([*terms, *simple]))[:MOST_SHAPES]


def _subsets(count: int, size: int) -> list[list[int]]:
    return [list(each) for each in combinations(range(count), size)]


def _fit(design: FloatArray, target: FloatArray) -> tuple[FloatArray, float]:
    scale = np.linalg.norm(design, axis=0)
    scale[scale == 0] = 1.0
    coefficients = np.linalg.lstsq(design / scale, target, rcond=None)[0] / scale
    return coefficients, float(np.sum((target - design @ coefficients) ** 2))
