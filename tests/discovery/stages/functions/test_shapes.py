import numpy as np
import pytest
from scipy.special import erf

from nalm.discovery import Problem
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.functions._shapes import SHAPES, fitted
from nalm.symbolic import evaluate

T = np.linspace(0.2, 12, 80)
ALONG = Argument(exponents=(1.0,))
LAWS = {
    "decay": lambda t: 3 * np.exp(-0.4 * t),
    "charging": lambda t: 5 - 4 * np.exp(-0.5 * t),
    "logistic growth": lambda t: 12 / (1 + 40 * np.exp(-1.1 * t)),
    "Gompertz growth": lambda t: 5 * np.exp(-4 * np.exp(-0.6 * t)),
    "two decays": lambda t: 3 * np.exp(-2 * t) + np.exp(-0.3 * t),
    "stretched exponential": lambda t: np.exp(-((t / 4) ** 1.5)),
    "Weibull growth": lambda t: 1 - np.exp(-((t / 4) ** 2)),
    "tide": lambda t: 3 + 1.4 * np.sin(1.3 * t + 0.8),
    "damped oscillation": lambda t: 2 * np.exp(-0.15 * t) * np.sin(1.7 * t + 0.4),
    "exponential of a reciprocal": lambda t: 3 * np.exp(5 / (t + 0.5)),
    "season about a trend": lambda t: 20 + t + 3 * np.sin(1.3 * t + 0.8),
    "logarithm": lambda t: 2 + 3 * np.log(t + 1.5),
    "saturation": lambda t: 4 * np.tanh(0.3 * t),
    "heated wall": lambda t: 4 * erf(0.3 * t),
    "diffusion": lambda t: 5 - 4 * erf(0.3 * t),
}


def table(y):
    return Problem(x=T[:, None], y=y, weight=np.ones(len(y)))


def share_missed(formula, y):
    with np.errstate(all="ignore"):
        missed = evaluate(formula, T[:, None]) - y
    return float(np.nan_to_num(np.square(missed).mean(), nan=np.inf) / np.var(y))


@pytest.mark.parametrize("law", LAWS.values(), ids=list(LAWS))
def test_a_shape_begins_near_its_law(law):
    """Near enough for a fit of all numbers to end in it."""
    y = law(T)
    formulas = [each for shape in SHAPES for each in fitted(shape, table(y), argument=ALONG)]
    assert min(share_missed(each, y) for each in formulas) < 0.02


def test_the_best_point_of_a_grid_comes_first():
    y = LAWS["damped oscillation"](T)
    for shape in SHAPES:
        misses = [share_missed(each, y) for each in fitted(shape, table(y), argument=ALONG)]
        if np.isfinite(misses).all():
            assert misses == sorted(misses)


def test_a_shape_of_another_target_needs_targets_in_its_range():
    """1/y and log y have a value of positive targets alone."""
    y = np.sin(T)
    seen = [shape for shape in SHAPES if not shape.seen.domain(y)]
    assert seen
    assert all(not list(fitted(shape, table(y), argument=ALONG)) for shape in seen)


@pytest.mark.parametrize("size", [1e-300, 1e-110, 1.0, 1e110, 1e300])
def test_grids_have_finite_rates_for_values_of_any_size(size):
    for shape in SHAPES:
        with np.errstate(all="ignore"):
            pairs = np.array(shape.grid(size * np.linspace(1.0, 2.0, 9)))
        assert np.isfinite(pairs).all()


def test_a_wave_has_a_positive_amplitude():
    (shape,) = [s for s in SHAPES if s.functions == ("sin",)][:1]
    for formula in fitted(shape, table(-np.sin(1.3 * T)), argument=ALONG):
        assert formula.terms[-1].coefficient > 0


def test_a_power_of_a_difference_may_be_in_an_exponential():
    x = np.column_stack([T + 1, np.sqrt(T)])
    argument = Argument(exponents=(0.0, 0.0), added=(((1.0, 0.0), 1), ((0.0, 1.0), -1)))
    y = np.exp(-0.1 * argument.values(x) ** 1.5)
    data = Problem(x=x, y=y, weight=np.ones(len(y)))
    with np.errstate(all="ignore"):
        found = [each for shape in SHAPES for each in fitted(shape, data, argument=argument)]
        misses = [np.abs(evaluate(each, x) - y).max() for each in found]
    assert min(misses) < 0.05
