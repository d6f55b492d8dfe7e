import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.stages.functions._exponentials import exponentials
from nalm.symbolic import evaluate
from tests.discovery._laws import missed, problem, table

LIMITS = Limits(largest=6.0)
LAWS = {
    "Gaussian": (lambda a, b: 3 * np.exp(-(a**2) / 2 - b**2), [(0.2, 2), (0.2, 1.5)]),
    "Arrhenius": (
        lambda k, e, r, t, c: 2 * k * c * np.exp(-e / (r * t)),
        [(1, 3), (1, 4), (0.5, 2), (1, 3), (1, 2)],
    ),
    "Planck's tail": (lambda f, t: 0.4 * f**3 * np.exp(-2.2 * f / t), [(1, 4), (1, 3)]),
}


def best(data, law, ranges):
    return min(missed(each, law, ranges) for each in exponentials(data, LIMITS, max_terms=3))


@pytest.mark.parametrize("name", LAWS)
def test_a_law_is_found(name):
    law, ranges = LAWS[name]
    assert best(table(law, ranges, rows=150), law, ranges) < 1e-6


@pytest.mark.parametrize("name", LAWS)
def test_a_law_is_found_in_noise(name):
    law, ranges = LAWS[name]
    assert best(table(law, ranges, rows=300, relative=0.01), law, ranges) < 0.05


def test_a_target_of_both_signs_may_have_an_input_of_both():
    law, ranges = lambda a, b: a * np.exp(-0.7 * b), [(-3, 3), (0, 3)]
    assert best(table(law, ranges, rows=100), law, ranges) < 1e-6


def test_every_one_calls_an_exponential():
    for each in exponentials(table(*LAWS["Gaussian"]), LIMITS, max_terms=2):
        (only,) = each.terms
        (call,) = (w.base for w in only.powers if not isinstance(w.base, int))
        assert call.function == "exp"
        assert len(call.argument.terms) <= 2


def test_rows_with_zeros_are_left_out():
    law, ranges = LAWS["Gaussian"]
    data = table(law, ranges, rows=150)
    data.x[:5, 0] = 0
    data = problem(data.x, law(*data.x.T))
    assert best(data, law, ranges) < 1e-6


@pytest.mark.parametrize("y", [np.zeros(60), np.full(60, 2.0)])
def test_a_constant_has_none(y):
    x = np.random.default_rng(0).uniform(1, 3, (60, 2))
    assert all(
        np.isfinite(evaluate(each, x)).all()
        for each in exponentials(problem(x, y), LIMITS, max_terms=2)
    )


def test_a_gaussian_about_another_input_comes_first():
    """Expanded, its exponent is three products, in which subsets are misled."""

    def law(x, m, s):
        return np.exp(-(((x - m) / s) ** 2) / 2) / s

    ranges = [(1, 3)] * 3
    first = next(exponentials(table(law, ranges), LIMITS, max_terms=3))
    assert missed(first, law, ranges) < 1e-9
