"""Whether derivatives are what small differences say they are."""

import numpy as np

from nalm.symbolic import evaluate

STEP = 1e-5


def check_smooth(found, differences, formula, x):
    """Compare on positive inputs of well conditioned formulas.

    Args:
        found: Derivatives `(rows, columns)`.
        differences: Takes formula, inputs and the size of a step to differences of that shape.
        formula: What was differentiated.
        x: Inputs `(rows, inputs)`.
    """
    values = evaluate(formula, x)
    usable = np.isfinite(values) & (np.abs(values) < 1e6)
    expected = differences(formula, x, STEP)[usable]
    # The error of a difference grows with the third derivative: a power of the largest slope.
    size = 1 + np.abs(expected).max(initial=0) ** 3
    error = np.abs(found[usable] - expected) - _rounding(values, found.shape)[usable]
    np.testing.assert_array_less(error, 1e-9 * size + 1e-5 * np.abs(expected))


def check_of_any_sign(found, differences, formula, x):
    """Compare where differences are of use; arguments as of `check_smooth`."""
    expected, coarser = differences(formula, x, STEP), differences(formula, x, 3 * STEP)
    spread = np.abs(coarser - expected)  # large beside a pole, where differences are of no use
    usable = np.isfinite(spread) & (spread <= 1e-3 * (1 + np.abs(expected)))
    values = evaluate(formula, x)
    usable &= np.isfinite(values)[:, None] & (np.abs(expected) < 1e6)
    error = (np.abs(found - expected) - _rounding(values, expected.shape))[usable]
    assert (error <= 1e-4 + 1e-4 * np.abs(expected[usable]) + 10 * spread[usable]).all()


def _rounding(values, shape):
    """Bound what a difference has of the rounding errors of two large values."""
    return np.broadcast_to(4 * np.finfo(float).eps * np.abs(values)[:, None] / STEP, shape)
