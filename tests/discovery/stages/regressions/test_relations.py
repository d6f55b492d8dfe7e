import time

import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages.regressions import _relations
from nalm.discovery.stages.regressions._relations import relations
from nalm.symbolic import Sum, evaluate, parameters
from tests._tiers import kept

LIMITS = Limits(largest=6.0)

LAWS = {
    "two products": (lambda q, e, v, b: q * (e + v * b), 4),
    "three products": (lambda m, u, v, w: m * (u**2 + v**2 + w**2) / 2, 4),
    "resistors": (lambda a, b, c: 1 / (1 / a + 1 / b + 1 / c), 3),
    "speeds": (lambda u, v, c: (u + v) / (1 + u * v / c**2), 3),
    "centre of mass": (lambda m, n, a, b: (m * a + n * b) / (m + n), 4),
    "length": (lambda m, a, b, c: m * np.sqrt(a**2 + b**2 + c**2), 4),
    "Doppler": (lambda w, v, c: w * np.sqrt((c + v) / (c - v / 5)), 3),
    "negative": (lambda a, b: -a * np.sqrt(1 + b), 2),
}


def table(law, inputs, *, rows=16, low=1.0, high=5.0, factor=1.0):
    x = np.random.default_rng(0).uniform(low, high, (rows, inputs))
    return Problem(x=x, y=factor * law(*x.T), weight=np.ones(rows))


def smallest_error(problem, law, *, beyond=2.0):
    x = beyond * problem.x
    smallest = np.inf
    for formula in relations(problem, LIMITS):
        with np.errstate(all="ignore"):
            error = np.abs(evaluate(formula, x) / law(*x.T) - 1).max()
        smallest = min(smallest, error if np.isfinite(error) else np.inf)
        if smallest < 1e-8:
            break
    return smallest


@pytest.mark.parametrize("name", kept(LAWS, "speeds", "resistors"))
def test_sixteen_rows_tell_the_law(name):
    law, inputs = LAWS[name]
    assert smallest_error(table(law, inputs), law) < 1e-8


def test_inputs_of_both_signs_and_zeros():
    law = lambda q, e, v, b: q * (e + v * b)  # noqa: E731
    problem = table(law, 4, low=-3.0, high=3.0)
    x = problem.x.copy()
    x[0, 1] = x[1, 3] = 0.0
    again = Problem(x=x, y=law(*x.T), weight=problem.weight)
    assert smallest_error(again, law) < 1e-8


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_the_scale_of_the_target_does_not_matter(factor):
    law, inputs = LAWS["speeds"]
    scaled = table(law, inputs, factor=factor)
    assert smallest_error(scaled, lambda *x: factor * law(*x)) < 1e-8


def test_noise_leaves_the_law_among_those_that_are_told():
    law, inputs = LAWS["speeds"]
    problem = table(law, inputs, rows=40)
    noise = np.random.default_rng(1).normal(size=40)
    noisy = Problem(x=problem.x, y=problem.y * (1 + 0.01 * noise), weight=problem.weight)
    assert smallest_error(noisy, law, beyond=1.2) < 0.05


def test_exponents_stay_within_the_limit():
    problem = table(lambda a, b: a**3 + b, 2)
    for formula in relations(problem, Limits(largest=1.0)):
        assert largest_exponent(formula) <= 1


def largest_exponent(formula):
    sizes = [0.0]
    for term in formula.terms:
        for power in term.powers:
            sizes.append(abs(float(power.exponent)))
            if isinstance(power.base, Sum):
                sizes.append(largest_exponent(power.base))
    return max(sizes)


def test_a_target_of_zeros_has_none():
    assert list(relations(table(lambda a: 0 * a, 1), LIMITS)) == []


@pytest.mark.parametrize(("rows", "max_terms", "most"), [(3, 3, 0), (4, 3, 2), (16, 2, 2)])
def test_a_relation_has_fewer_products_than_rows_and_no_more_than_asked_for(rows, max_terms, most):
    problem = table(LAWS["speeds"][0], 3, rows=rows)
    formulas = list(relations(problem, LIMITS, max_terms=max_terms))
    assert max((len(parameters(formula)) for formula in formulas), default=0) == most


def test_a_coefficient_of_zero_is_left_to_smaller_choices(monkeypatch):
    # As it can come out of exact rows, depending on the machine's linear algebra.
    fit = _relations._fit

    def exact(regression, chosen):
        coefficients, misfit = fit(regression, chosen)
        coefficients[:, 0] = 0
        return coefficients, misfit

    monkeypatch.setattr(_relations, "_fit", exact)
    assert not list(relations(table(lambda a: 2 * a, 1), LIMITS))


def test_the_time_limit_is_kept():
    law, inputs = LAWS["speeds"]
    with pytest.raises(TimeIsUpError):
        list(
            relations(
                table(law, inputs), Limits(largest=6.0, budget=Budget(end=time.perf_counter()))
            )
        )


def test_exponents_that_allow_nothing_but_a_constant_are_no_obstacle():
    law, inputs = LAWS["two products"]
    for formula in relations(table(law, inputs), Limits(largest=0.3)):
        assert largest_exponent(formula) == 0
