from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.stages.products._one_ratio import ROWS_EACH, TRIED, one_ratio
from tests.discovery._laws import problem, table

CURVES = {
    "rocket": lambda r: 1 / np.sqrt(1 - r / 12) - 1,
    "exponential function": np.exp,
    "hyperbolic cosine": lambda r: np.cosh(r / 2),
    "rational": lambda r: (1 + r) / (2 + r**3),
}
RANGES = [(1, 3), (1, 3), (1, 3)]


def first(data):
    (groups,) = list(one_ratio(data))[:1]
    return groups


@pytest.mark.parametrize("noise", [0.0, 0.01])
@pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES.keys())
def test_the_ratio_and_the_factor_are_found_whatever_the_curve(curve, noise):
    data = table(lambda a, b, c: np.sqrt(a) * curve(b**2 / c) * c, RANGES, rows=300, constant=noise)
    groups = first(data)
    (ratio,) = groups.exponents
    assert ratio == (0, 2, -1)
    a, b, c = groups.offset
    assert a == Fraction(1, 2)
    assert (b, c) in {(0, 1), (2, 0)}  # b²/c · c = b²


def test_a_curve_of_one_input_is_one():
    groups = first(table(lambda a, b: a**2 * np.exp(b), RANGES[:2], rows=200))
    assert groups.exponents == ((0, 1),)
    assert groups.offset == (2, 0)


def test_inputs_of_both_signs_may_be_in_the_factor():
    data = table(lambda a, b: a / (1 + b**3), [(-2, 2), (0.5, 2)], rows=200)
    groups = first(data)
    assert groups.exponents == ((0, 1),)
    assert groups.offset == (1, 0)


def test_a_constant_input_is_in_no_ratio():
    data = table(lambda a, b, c: a * np.exp(b) * c, [(1, 3), (1, 3), (2, 2)], rows=200)
    groups = first(data)
    assert groups.exponents == ((0, 1, 0),)


def test_the_reduced_problem_is_a_curve():
    data = table(lambda a, b, c: a * (1 + b * c) ** 0.3, RANGES, rows=200)
    groups = first(data)
    reduced = groups.reduced(data)
    order = reduced.x[:, 0].argsort()
    steps = np.diff(reduced.y[order])
    assert (steps > 0).all() or (steps < 0).all()


def test_few_are_tried_and_only_those_that_explain_nearly_all():
    close = table(lambda a, b: 1 + a * b + 1e-3 * a**2, RANGES[:2], rows=200)
    assert 0 < len(list(one_ratio(close))) <= TRIED
    clear = table(lambda a, b, c: a * np.exp(b / c), RANGES, rows=200)
    assert len(list(one_ratio(clear))) == 1


@pytest.mark.parametrize(
    "law",
    [
        lambda a, b, c: a * b / c,
        lambda a, b, c: a / b + 0.4 * b**1.5 * c**2 * np.sqrt(c + 4),
        lambda a, b, c: a * b / (a + b + c),
    ],
    ids=["product", "sum", "quotient"],
)
@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_a_law_of_more_than_one_ratio_has_none(law, noise):
    assert not list(one_ratio(table(law, RANGES, rows=200, relative=noise)))


@pytest.mark.parametrize(
    "data",
    [
        table(lambda a: 1 + a**3, RANGES[:1], rows=200),
        table(lambda a, b: 1 + a * b, RANGES[:2], rows=2 * ROWS_EACH - 1),
    ],
    ids=["one input", "few rows"],
)
def test_one_input_and_few_rows_have_none(data):
    assert not list(one_ratio(data))


@given(st.integers(2, 4), st.floats(0.5, 3), st.integers(0, 9))
def test_coded_levels_have_no_ratio(inputs, level, seed):
    """|x| is the same in every row, so there is nothing to draw a curve along."""
    random = np.random.default_rng(seed)
    x = random.choice([-level, level], (60, inputs))
    assert list(one_ratio(problem(x, random.standard_normal(60)))) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_ratio_of_both_signs_has_a_curve_for_each(seed):
    random = np.random.default_rng(seed)
    x = 10 ** random.uniform(-1, 1, (600, 3)) * random.choice([-1, 1], (600, 3))
    ratio = x[:, 1] / x[:, 2]
    x, ratio = x[np.abs(ratio) < 0.95], ratio[np.abs(ratio) < 0.95]
    y = x[:, 0] * np.sqrt((1 + ratio) / (1 - ratio))
    y += 0.01 * np.sqrt(np.mean(y**2)) * random.standard_normal(len(y))
    groups = first(problem(x, y))
    assert groups.exponents == ((0, 1, -1),)
    assert groups.offset == (1, 0, 0)
