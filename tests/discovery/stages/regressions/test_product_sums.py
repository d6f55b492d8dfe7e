import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.regressions._product_sums import WIDEST, product_sums
from nalm.symbolic import same_form
from tests._tiers import examples, kept
from tests.discovery._laws import formula, missed, problem, table, term

GRAVITY = formula(
    term(1.0, (0, 1), (1, 1), (2, 1), (3, -1)), term(-1.0, (0, 1), (1, 1), (2, 1), (4, -1))
)
LIMITS = Limits(largest=6.0)


def decades(law, inputs, *, noise, seed=0, rows=400):
    """Draw inputs over two decades, with noise in units of the target's root mean square."""
    random = np.random.default_rng(seed)
    x = 10 ** random.uniform(-1, 1, (rows, inputs))
    y = law(*x.T)
    size = noise * np.sqrt(np.mean(np.square(y)))
    return problem(x, y + size * random.standard_normal(rows))


def first(data, *, max_terms=4):
    return next(product_sums(data, LIMITS, max_terms=max_terms))


@pytest.mark.parametrize("seed", kept(range(3), 0))
def test_a_difference_of_products_of_four_inputs_is_found_in_noise_over_decades(seed):
    law = lambda g, m, n, r, s: g * m * n * (1 / r - 1 / s)  # noqa: E731
    assert same_form(first(decades(law, 5, noise=0.1, seed=seed)), GRAVITY)


@pytest.mark.thorough
@examples(5)
@given(
    places=st.lists(st.integers(0, 3), min_size=2, max_size=2, unique=True),
    powers=st.lists(st.sampled_from([-2.0, -1.0, 0.5, 1.0, 2.0, 3.0]), min_size=2, max_size=2),
    ratio=st.floats(0.5, 2.0),
)
def test_sums_of_two_products_are_found_exactly(places, powers, ratio):
    """Over decades and in narrow ranges, where columns are alike."""
    (i, j), (p, q) = places, powers
    law = lambda *x: x[i] ** p * x[j] + ratio * x[j] ** q * x[i] ** 2  # noqa: E731
    for data in decades(law, 4, noise=0.0, rows=200), table(law, [(0.5, 2.0)] * 4, rows=200):
        assert missed(first(data), law, [(0.5, 2.0)] * 4) < 1e-9


@pytest.mark.parametrize("seed", range(10))
def test_sums_of_three_products_are_found_exactly_in_narrow_ranges(seed):
    """Some need two exchanges at once."""
    random = np.random.default_rng(seed)
    exponents = random.choice([0.0, 0.0, 1.0, 2.0, -1.0], (3, 3))
    sizes = random.uniform(0.5, 2.0, 3) * random.choice([-1.0, 1.0], 3)
    law = lambda *x: np.prod(np.stack(x, axis=-1)[:, None] ** exponents, axis=2) @ sizes  # noqa: E731
    found = first(table(law, [(0.5, 3.0)] * 3, rows=300, seed=seed))
    assert missed(found, law, [(0.5, 3.0)] * 3) < 1e-7


def test_relative_errors_are_weighed_as_such():
    law = lambda a, b, c, d: a * b * c * d**3 + a * b / (c * d)  # noqa: E731
    random = np.random.default_rng(0)
    x = 10 ** random.uniform(-1, 1, (300, 4))
    data = problem(x, law(*x.T) * (1 + 0.05 * random.standard_normal(300)))
    right = formula(
        term(1.0, (0, 1), (1, 1), (2, 1), (3, 3)), term(1.0, (0, 1), (1, 1), (2, -1), (3, -1))
    )
    assert any(same_form(one, right) for one in product_sums(data, LIMITS, max_terms=4))


def test_no_more_terms_and_no_larger_exponents_than_allowed():
    law = lambda a, b, c: a * b * c + a / (b * c) + c**3  # noqa: E731
    data = table(law, [(0.5, 3.0)] * 3, rows=200)
    assert len(first(data).terms) == 3
    assert all(len(one.terms) <= 2 for one in product_sums(data, LIMITS, max_terms=2))
    for one in product_sums(data, Limits(largest=2.0), max_terms=4):
        assert all(abs(power.exponent) <= 2 for each in one.terms for power in each.powers)


def test_inputs_of_both_signs_and_zeros_have_whole_positive_exponents():
    x = np.random.default_rng(0).uniform(-2, 2, (200, 2))
    x[0] = 0.0
    found = first(problem(x, x[:, 0] * x[:, 1] ** 2 - 2 * x[:, 0] ** 3))
    right = formula(term(1.0, (0, 1), (1, 2)), term(-2.0, (0, 3)))
    assert same_form(found, right)


@pytest.mark.parametrize(
    ("inputs", "target"), [(2, 0.0), (WIDEST + 1, 1.0), (500, 1.0)], ids=["zeros", "wide", "huge"]
)
def test_a_target_of_zeros_and_a_table_of_many_inputs_have_none(inputs, target):
    x = np.random.default_rng(0).uniform(1, 2, (50, inputs))
    assert not list(product_sums(problem(x, target * x[:, 0]), LIMITS, max_terms=4))


def test_it_stops_at_the_limits():
    data = table(lambda a, b: a + b, [(1, 2), (1, 2)])
    with pytest.raises(TimeIsUpError):
        list(product_sums(data, Limits(largest=6.0, budget=Budget(end=0.0)), max_terms=4))


def test_errors_of_one_kind_may_be_asked_alone():
    data = decades(lambda g, m, n, r, s: g * m * n / r + s, 5, noise=1e-5)
    both = list(product_sums(data, LIMITS, max_terms=3))
    each = [
        one
        for relative in (False, True)
        for one in product_sums(data, LIMITS, max_terms=3, relative=(relative,))
    ]
    assert each == both
    passing = problem(data.x, data.y - np.median(data.y))
    of_one_size = list(product_sums(passing, LIMITS, max_terms=3))
    assert list(product_sums(passing, LIMITS, max_terms=3, relative=(True,))) == of_one_size
