import time

import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages.regressions import _rational as rational
from nalm.discovery.stages.regressions._rational import rationals
from nalm.symbolic import evaluate
from tests._tiers import kept

LIMITS = Limits(largest=6.0)


def table(law, inputs, *, rows=400, low=-3.0, high=3.0, noise=0.0):
    random = np.random.default_rng(0)
    x = random.uniform(low, high, (rows, inputs))
    y = law(*x.T)
    y = y + noise * np.sqrt(np.mean(y**2)) * random.standard_normal(rows)
    return Problem(x=x, y=y, weight=np.ones(rows))


def smallest_error(problem, law, *, beyond):
    x = beyond * problem.x
    truth = law(*x.T)
    with np.errstate(all="ignore"):
        errors = [
            np.nanmedian(np.abs(evaluate(formula, x) - truth)) / np.median(np.abs(truth))
            for formula in rationals(problem, LIMITS)
        ]
    return min(errors, default=np.inf)


@pytest.mark.parametrize(
    ("law", "inputs"),
    [
        (lambda x, y: 1 / (1 + x**-4) + 1 / (1 + y**-4), 2),
        (lambda x, y: 20 - x - x * y / (1 + 0.5 * x**2), 2),
        (lambda x, y: ((x - 3) ** 4 + (y - 3) ** 3 - y) / ((y - 2) ** 4 + 10), 2),
        (lambda x: (x + 1) ** 3 / (x**2 - x + 1), 1),
        (lambda x, y, z: 30 * (x - 1) * (z - 1) / (y**2 * (x - 10)), 3),
    ],
    ids=["Pagie", "respiration", "Vladislavleva-8", "R1", "Vladislavleva-5"],
)
@pytest.mark.parametrize("scale", kept([1.0, 1e-30, 1e30], 1e-30))
def test_a_quotient_of_polynomials_is_found_exactly(law, inputs, scale):
    problem = table(lambda *x: scale * law(*x), inputs)
    assert smallest_error(problem, lambda *x: scale * law(*x), beyond=2.0) < 1e-8


def test_inputs_that_act_by_a_factor_leave_rows_for_the_others():
    """The quotient of all five has 77 coefficients, for which 160 rows are few."""
    law = lambda v, r, s, a, b: v * (r / (r + s) + a / (a + b))  # noqa: E731
    assert smallest_error(table(law, 5, rows=160, low=1, high=9), law, beyond=2.0) < 1e-8


@pytest.mark.parametrize(
    "law",
    [
        lambda c, v, w: w * (1 + v / c) / np.sqrt(1 - v**2 / c**2),
        lambda c, v, w: -np.sqrt((c**2 + v * w) / (c + w)),
    ],
    ids=["Doppler", "negative"],
)
def test_the_root_of_a_quotient_is_found_exactly(law):
    random = np.random.default_rng(0)
    x = random.uniform((3, 1, 1), (10, 2, 5), (400, 3))
    problem = Problem(x=x, y=law(*x.T), weight=np.ones(400))
    assert smallest_error(problem, law, beyond=1.2) < 1e-8


def test_a_factor_carries_the_sign_that_a_root_cannot_have():
    def law(v, c, w):
        return w * np.sqrt((c + v) / (c - v))

    random = np.random.default_rng(0)
    size = random.uniform((1, 2, 1), (2, 5, 3), (400, 3))
    x = size * random.choice([-1, 1], (400, 3))
    problem = Problem(x=x, y=law(*x.T), weight=np.ones(400))
    assert smallest_error(problem, law, beyond=1.0) < 1e-8


def test_in_noise_a_quotient_of_low_degree_is_found():
    def law(x, y):
        return 8 / (2 + x**2 + y**2)

    assert smallest_error(table(law, 2, rows=1000, noise=0.01), law, beyond=1.5) < 0.05


@pytest.mark.parametrize("y", [0.0, 3.0])
def test_a_constant_target_needs_no_quotient(y):
    x = np.random.default_rng(0).normal(size=(50, 2))
    problem = Problem(x=x, y=np.full(50, y), weight=np.ones(50))
    assert list(rationals(problem, LIMITS)) == []


def test_the_time_limit_is_kept():
    limits = Limits(largest=6.0, budget=Budget(end=time.perf_counter() - 1))
    with pytest.raises(TimeIsUpError):
        list(rationals(table(np.sin, 1), limits))


def test_inputs_that_depend_on_each_other_hide_no_quotient():
    first, second = np.random.default_rng(0).uniform(1, 3, (2, 80))
    x = np.column_stack([first, second, 6 - first - second])
    data = Problem(x=x, y=first * second / (1 + first), weight=np.ones(80))
    best = min(rationals(data, LIMITS), key=lambda f: np.abs(evaluate(f, x) - data.y).max())
    assert np.allclose(evaluate(best, x), data.y, rtol=1e-9)


def test_noisy_data_are_not_given_large_libraries(monkeypatch):
    widths = []
    solve = rational._solve
    monkeypatch.setattr(
        rational, "_solve", lambda *given: (widths.append(given[1].sum()), solve(*given))[1]
    )

    def law(x, y):
        return 8 / (2 + x**2 + y**2)

    list(rationals(table(law, 2, rows=1000, noise=0.01), LIMITS))
    large = [width for width in widths if width > rational.NOISY_WIDEST]
    assert len(large) <= 2  # to see that they are noisy


def test_few_short_descriptions_of_noisy_data_are_worth_judging(monkeypatch):
    widths = []
    path = rational.noisy_path
    monkeypatch.setattr(
        rational, "noisy_path", lambda *given: (widths.append(given[1].sum()), path(*given))[1]
    )
    found = [*rationals(table(lambda x, y: x / (1 + y**2), 2, noise=0.01), LIMITS)]
    assert max(widths) == 20 <= rational.NOISY_WIDEST  # of degree 3
    assert 0 < len(found) <= 2 * rational.YIELDED


def test_quotients_of_the_same_columns_differently_divided_are_both_kept(monkeypatch):
    """(1 + x)/x² and 1/(x + x²) have the same exponents, one after the other."""
    made = []

    def best(path, rows):
        size = len(path[0][1]) // 2  # 1, x, x², …
        if size < 3:
            return
        for above, below in (((0, 1), (2,)), ((0,), (1, 2))):
            columns = np.zeros(2 * size, dtype=bool)
            columns[list(above)] = True
            columns[[size + place for place in below]] = True
            yield path[0][0], columns

    def formulas(quotient, columns, library, *, scale, power):
        made.append(tuple(columns))
        return iter(())

    monkeypatch.setattr(rational, "_best", best)
    monkeypatch.setattr(rational, "_formulas", formulas)
    list(rationals(table(lambda x: x / (1 + x**2), 1, noise=0.05), LIMITS))
    assert len(set(made)) == 2


@pytest.mark.parametrize("noise", [0.01, 0.1])
def test_the_centre_of_mass_is_found_in_noise(noise):
    law = lambda m, r, n, s: (m * r + n * s) / (m + n)  # noqa: E731
    problem = table(law, 4, rows=800, low=1.0, high=5.0, noise=noise)
    assert smallest_error(problem, law, beyond=3.0) < noise / 2


def test_rows_without_weight_do_not_spoil_a_noisy_quotient():
    law = lambda x, y: x / (x + y)  # noqa: E731
    problem = table(law, 2, low=1.0, high=5.0, noise=0.01)
    y, weight = problem.y.copy(), problem.weight.copy()
    y[::10], weight[::10] = 5.0, 1e-12
    spoilt = Problem(x=problem.x, y=y, weight=weight)
    assert smallest_error(spoilt, law, beyond=3.0) < 0.01
