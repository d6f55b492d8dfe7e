import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.stages.regressions._polynomials import polynomials
from nalm.symbolic import evaluate, parameters, same_form, simplify
from tests.discovery._laws import alike, problem, table

PAIR, TRIPLE = [(1, 3)] * 2, [(1, 3)] * 3

LIMITS = Limits(largest=6.0)


def error(formula, data):
    return np.abs(evaluate(formula, data.x) / data.y - 1).max()


LAWS = {
    "a polynomial": (lambda a, b: a**3 - 2 * a * b + 5, PAIR),
    "a root": (lambda a, b: np.sqrt(a**2 + 2 * b**2 + a * b), PAIR),
    "one over a sum": (lambda a, b: 3 / (a + 2 * b + a * b), PAIR),
    "one over a root": (lambda a, b: 1 / np.sqrt(a**2 + 3 * b), PAIR),
    "negative": (lambda a, b: -np.sqrt(a**2 + 2 * b**2), PAIR),
    "Laurent": (lambda a, b: a / b**2 + 3 / a, PAIR),
    "factor divided out": (lambda a, b, c: a**2 * np.sqrt(b**2 + b * c + 2 * c**2), TRIPLE),
}


@pytest.mark.parametrize("name", LAWS)
def test_a_power_of_the_target_is_a_polynomial(name):
    law, ranges = LAWS[name]
    data, beyond = table(law, ranges, rows=120), table(law, [(4, 8)] * len(ranges), seed=1)
    best = min(polynomials(data, LIMITS), key=lambda formula: error(formula, data))
    assert error(best, data) < 1e-9
    assert error(best, beyond) < 1e-6


def over_decades(law, count, rows=600):
    random = np.random.default_rng(0)
    x = 10 ** random.uniform(-1, 1, (rows, count)) * random.choice([-1, 1], (rows, count))
    with np.errstate(all="ignore"):
        y = law(*x.T)
    return problem(x[np.isfinite(y)], y[np.isfinite(y)])


@pytest.mark.parametrize(
    ("law", "count"),
    [
        (lambda m, v, c: m * c**2 / np.sqrt(1 - v**2 / c**2), 3),
        (lambda a, b, c: np.sqrt(a**2 / b**2 - 9 / c**2), 3),
    ],
    ids=["an input in factor and sum", "a Laurent sum under a root"],
)
def test_laws_over_decades_are_found(law, count):
    data = over_decades(law, count)
    with np.errstate(all="ignore"):
        errors = [error(formula, data) for formula in polynomials(data, LIMITS)]
    assert np.nanmin(errors) < 1e-6


@pytest.mark.parametrize("seed", range(3))
def test_a_root_beside_a_factor_is_found_where_noise_hides_small_rows(seed):
    law = lambda m, a, b, c: m * np.sqrt(a**2 + b**2 + c**2)  # noqa: E731
    exact = over_decades(law, 4)
    size = 0.01 * np.sqrt(np.mean(exact.y**2))
    data = problem(exact.x, exact.y + size * np.random.default_rng(seed).standard_normal(600))
    found = next(iter(polynomials(data, LIMITS)))
    residual = evaluate(found, exact.x) - exact.y
    assert np.sqrt(np.mean(residual**2)) < 0.2 * size


def test_the_support_is_found_in_noise():
    law = lambda a, b: a**3 - 2 * a * b + 5  # noqa: E731
    exact = min(
        polynomials(data := table(law, PAIR, rows=200), LIMITS), key=lambda f: error(f, data)
    )
    noisy = [*polynomials(table(law, PAIR, rows=200, relative=0.01), LIMITS)]
    assert any(same_form(simplify(each), simplify(exact)) for each in noisy)


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_the_scale_of_the_target_does_not_matter(factor):
    law, ranges = LAWS["a root"]
    data = table(law, ranges)
    forms = [
        [len(parameters(each)) for each in polynomials(problem(data.x, data.y * f), LIMITS)]
        for f in (1.0, factor)
    ]
    assert forms[0] == forms[1]


def test_a_power_of_one_term_is_left_to_others():
    data = table(lambda a: -2 * a, [(1, 3)])
    assert all(
        len(power.base.terms) > 1
        for each in polynomials(data, LIMITS)
        for product in each.terms
        for power in product.powers
        if not isinstance(power.base, int)
    )


def test_no_even_power_is_taken_of_a_target_of_both_signs():
    data = table(lambda a, b: a - b, PAIR)
    powers = [p for f in polynomials(data, LIMITS) for t in f.terms for p in t.powers]
    assert powers
    assert {p.exponent for p in powers if not isinstance(p.base, int)} <= {-1}


def test_one_over_a_polynomial_of_both_signs_is_found():
    data = table(lambda a, b: 3 / (a**2 - b - 2 + 0.1 * a * b), PAIR, rows=120)
    assert (data.y > 0).any()
    assert (data.y < 0).any()
    assert min(error(each, data) for each in polynomials(data, LIMITS)) < 1e-9


@pytest.mark.parametrize("inputs", [12, 60])
def test_few_of_many_inputs_are_found_in_noise(inputs):
    law = lambda *x: x[0] * x[1] + x[2] * x[3]  # noqa: E731
    exact = min(
        polynomials(data := table(law, [(-2, 2)] * 4, rows=200), LIMITS),
        key=lambda f: error(f, data),
    )
    noisy = polynomials(table(law, [(-2, 2)] * inputs, rows=200, relative=0.01), LIMITS)
    assert any(same_form(simplify(each), simplify(exact)) for each in noisy)


def test_a_plane_of_more_inputs_than_rows_is_found():
    data = table(lambda *x: 2 * x[3] - x[17], [(-2, 2)] * 60, rows=40)
    best = min(polynomials(data, LIMITS), key=lambda formula: error(formula, data))
    assert len(best.terms) == 2
    assert error(best, data) < 1e-9


def test_a_distance_is_found_in_noise_that_makes_it_negative():
    law = lambda a, b, c, d: np.sqrt((a - b) ** 2 + (c - d) ** 2)  # noqa: E731
    data = table(law, [(1, 5)] * 4, rows=800, constant=0.2)
    assert (data.y < 0).any()
    beyond = table(law, [(0, 9)] * 4, seed=1)
    assert min(error(each, beyond) for each in polynomials(data, LIMITS)) < 0.02


def test_no_root_is_sought_of_a_target_without_values():
    data = problem([[1.0, 2.0], [2.0, 1.0], [3.0, 5.0]], [0.0, 0.0, 0.0])
    assert all(np.isfinite(parameters(each)).all() for each in polynomials(data, LIMITS))


@pytest.mark.parametrize("law", [lambda a, b: a * b, lambda a, b: np.sqrt(a**2 + a * b)])
def test_zeros_among_the_target_are_no_obstacle(law):
    x = np.stack(np.meshgrid(np.arange(6.0), np.arange(6.0)), axis=-1).reshape(-1, 2)
    data = problem(x, law(*x.T))
    assert (data.y == 0).sum() > 3
    with np.errstate(all="ignore"):
        errors = [np.abs(evaluate(each, x) - data.y).max() for each in polynomials(data, LIMITS)]
    assert np.nanmin(errors) < 1e-9


def test_a_target_whose_powers_are_no_floats_is_no_obstacle():
    x = np.random.default_rng(0).uniform(1, 3, (60, 2))
    found = [*polynomials(problem(x, x[:, 0] ** 2 * 10.0 ** (-300 * (x[:, 1] > 2))), LIMITS)]
    assert all(np.isfinite(parameters(each)).all() for each in found)


@pytest.mark.parametrize("largest", [6.0, 1e3])
def test_inputs_that_vary_alike_are_no_obstacle(largest):
    found = polynomials(alike(), Limits(largest=largest))
    assert all(np.isfinite(parameters(each)).all() for each in found)
