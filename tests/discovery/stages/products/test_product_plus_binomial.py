import numpy as np
import pytest

from nalm.discovery.stages.products._product_plus_binomial import YIELDED, product_plus_binomial
from nalm.symbolic import evaluate
from tests._tiers import kept, slow, thorough
from tests.discovery._laws import missed, near, problem, table

LAWS = {
    "root of a sum": (lambda a, b: b / np.sqrt(a + 1 / a) + 2 / a, [(0.2, 1), (2, 10)]),
    "square of a sum": (
        lambda a, b, c: 4 * a**2 * (a / b + b * c) ** 2 + np.sqrt(c) / a,
        [(0.2, 1), (0.2, 1), (1, 3)],
    ),
    "quotient": (lambda a, b, c: a * b / (a + 2 * c) - b, [(1, 5)] * 3),
    "cube inside": (lambda a, b: b * np.sqrt(b**3 + 0.2) + 1 / a**2, [(0.2, 1)] * 2),
    "a sign under a root": (
        lambda a, b, c: 2 * c + b * np.sqrt(c**2 + a / b),
        [(1, 2), (1, 3), (-3, 3)],
    ),
    "both signs": (lambda a, b: 3 * b + a / (1 + 0.5 * b**2), [(-3, 3), (1, 4)]),
}


@pytest.mark.parametrize("name", kept(LAWS, "both signs"))
def test_a_law_is_among_the_first_in_noise(name):
    law, ranges = LAWS[name]
    data = table(law, ranges, rows=800)
    size = np.sqrt(np.mean(data.y**2))
    y = data.y + 0.01 * size * np.random.default_rng(1).standard_normal(800)
    values = data.y * (1 + 0.01 * np.sin(3 * data.x).mean(axis=1))
    found = list(near(product_plus_binomial, problem(data.x, y), values))
    assert len(found) <= YIELDED
    assert min(missed(each, law, ranges) for each in found[:3]) < 0.01


def test_all_of_the_rows_count_where_they_are_sorted():
    """Those with the smallest first input look the same for many formulas."""
    law, ranges = lambda a, b: (a * b) ** 2 / 2 + np.sqrt(b / a + 6 / b**2), [(0.1, 1), (1, 3)]
    data = table(law, ranges, rows=800)
    order = np.argsort(data.x[:, 0])
    found = near(product_plus_binomial, problem(data.x[order], data.y[order]), data.y[order])
    assert missed(next(found), law, ranges) < 1e-9


def test_a_binomial_that_hardly_bends():
    """Most values that a fit of it could begin with lead nowhere."""
    law, ranges = lambda a, b: 5.38 / b + b**2 * np.sqrt(3 + 0.199 * a * b), [(1, 5), (0.5, 2)]
    data = table(law, ranges, rows=500)
    assert missed(next(near(product_plus_binomial, data, data.y)), law, ranges) < 1e-9


@pytest.mark.parametrize("scale", [thorough(1e-20), thorough(1.0), 1e20])
@pytest.mark.parametrize("seed", [0, thorough(1), *map(slow, range(2, 6))])
def test_the_scale_of_the_target_changes_only_the_coefficients(scale, seed):
    law, ranges = LAWS["quotient"]
    data = table(law, ranges, rows=300, seed=seed)
    first = next(near(product_plus_binomial, problem(data.x, data.y * scale), data.y * scale))
    assert np.allclose(evaluate(first, data.x), data.y * scale, rtol=1e-6)


def test_rows_with_a_zero_are_left_out():
    law, ranges = LAWS["quotient"]
    data = table(law, ranges, rows=300)
    data.x[:5, 0] = 0
    y = law(*data.x.T)
    first = next(near(product_plus_binomial, problem(data.x, y), y))
    assert np.allclose(evaluate(first, data.x[5:]), y[5:])


@pytest.mark.thorough
def test_weights_count():
    """A weight of almost nothing leaves what is wrong out."""
    law, ranges = LAWS["quotient"]
    data = table(law, ranges, rows=300)
    y, weight = data.y.copy(), np.ones(300)
    y[::10] *= 3
    weight[::10] = 1e-12
    first = next(near(product_plus_binomial, problem(data.x, y, weight=weight), data.y))
    assert missed(first, law, ranges) < 1e-6


def test_nothing_is_found_where_most_rows_have_a_zero():
    data = problem(np.zeros((50, 2)), np.ones(50))
    assert list(near(product_plus_binomial, data, data.y)) == []
