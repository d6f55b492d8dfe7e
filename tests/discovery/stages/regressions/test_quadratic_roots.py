import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.stages.regressions._quadratic_roots import MOST_INPUTS, quadratic_roots
from nalm.symbolic import evaluate, parameters
from tests._tiers import kept
from tests.discovery._laws import problem, table

LIMITS = Limits(largest=6.0)


def binding(a, b, k):
    """Two partners that bind each other with a dissociation constant k."""
    total = a + b + k
    return (total - np.sqrt(total**2 - 4 * a * b)) / 2


LAWS = {
    "dissociation": (lambda k, c: (np.sqrt(k**2 + 4 * k * c) - k) / 2, 2),
    "binding": (binding, 3),
    "binding, k known": (lambda a, b: binding(a, b, 0.73), 2),
    "time of fall": (lambda v, h: (v + np.sqrt(v**2 + 2 * 9.81 * h)) / 9.81, 2),
    "kinetic energy": (lambda p, m: np.sqrt(p**2 + m**2) - m, 2),
    "quadratic formula": (lambda a, b, c: (np.sqrt(b**2 + 4 * a * c) - b) / (2 * a), 3),
    "smaller root": (lambda b, c: -(np.sqrt(b**2 + c) + b), 2),
}


def smallest_error(data, law, *, beyond=1.5):
    x = beyond * data.x
    with np.errstate(all="ignore"):
        errors = [
            np.abs(evaluate(each, x) / law(*x.T) - 1).max()
            for each in quadratic_roots(data, LIMITS)
        ]
    return np.nanmin([np.inf, *errors])


@pytest.mark.parametrize("name", LAWS)
def test_the_law_is_among_them(name):
    law, inputs = LAWS[name]
    data = table(law, [(0.5, 4)] * inputs, rows=120)
    assert smallest_error(data, law) < 1e-8


@pytest.mark.parametrize("name", kept(LAWS, "dissociation"))
def test_one_with_coefficients_near_the_law_is_among_them_in_noise(name):
    law, inputs = LAWS[name]
    data = table(law, [(0.5, 4)] * inputs, rows=400)
    noise = 0.01 * np.std(data.y) * np.random.default_rng(3).standard_normal(400)
    assert smallest_error(problem(data.x, data.y + noise), law, beyond=1.2) < 0.05


@pytest.mark.parametrize("factor", [1e-30, 1e30])
def test_the_scale_of_the_target_does_not_matter(factor):
    law, _ = LAWS["kinetic energy"]
    data = table(law, [(0.5, 4)] * 2, rows=100)
    scaled = problem(data.x * factor, data.y * factor)
    assert smallest_error(scaled, law) < 1e-8


def test_inputs_of_both_signs_and_zeros():
    x = np.random.default_rng(0).uniform(-3, 3, (150, 2))
    x[:3, 0] = 0.0
    law = lambda a, b: a + np.sqrt(b**2 + a**2 + 1)  # noqa: E731
    assert smallest_error(problem(x, law(*x.T)), law) < 1e-8


@pytest.mark.parametrize("largest", [0.5, 1.0, 2.0, 3.0])
def test_no_exponent_is_larger_than_allowed(largest):
    law, inputs = LAWS["quadratic formula"]
    found = quadratic_roots(table(law, [(0.5, 4)] * inputs, rows=60), Limits(largest=largest))
    assert all(largest_exponent(each) <= largest for each in found)


def test_of_few_terms_only_short_equations():
    law, inputs = LAWS["binding"]
    data = table(law, [(0.5, 4)] * inputs, rows=100)
    assert all(len(each.terms) <= 2 for each in quadratic_roots(data, LIMITS, max_terms=1))


def test_nothing_is_said_of_few_rows_many_inputs_and_zeros():
    law, _ = LAWS["dissociation"]
    assert not list(quadratic_roots(table(law, [(1, 2)] * 2, rows=8), LIMITS))
    assert not list(quadratic_roots(problem(np.ones((30, 1)), np.zeros(30)), LIMITS))
    many = table(lambda *x: x[0] + np.sqrt(x[1] + x[2]), [(1, 2)] * (MOST_INPUTS + 1))
    assert not list(quadratic_roots(many, LIMITS))


def test_a_target_of_other_form_is_no_obstacle():
    random = np.random.default_rng(0)
    x = random.uniform(1, 3, (60, 2))
    for y in (np.exp(x[:, 0]), random.standard_normal(60), np.full(60, 3.0), 1e-200 * x[:, 0]):
        assert all(
            np.isfinite(parameters(each)).all() for each in quadratic_roots(problem(x, y), LIMITS)
        )


def test_it_ends_when_the_time_is_up():
    law, _ = LAWS["dissociation"]
    data = table(law, [(1, 2)] * 2, rows=50)
    with pytest.raises(TimeIsUpError):
        list(quadratic_roots(data, Limits(largest=6.0, budget=Budget(end=0.0))))
