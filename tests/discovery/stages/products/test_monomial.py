import numpy as np
import pytest

from nalm.discovery._budget import Limits
from nalm.discovery.rewriting._neat_powers import neat_powers
from nalm.discovery.stages.products._monomial import MOST_SIGNED, monomials, scaled
from nalm.symbolic import evaluate, form_key, parameters
from tests.discovery._laws import formula, problem, table, term

LIMITS = Limits(largest=6.0)


def wide(law, inputs, *, noise, rows=800, signed=True, seed=0):
    """Sizes over two decades, and random signs; noise in units of the root mean square."""
    random = np.random.default_rng(seed)
    x = 10 ** random.uniform(-1, 1, (rows, inputs))
    x *= random.choice([-1, 1], x.shape) if signed else 1
    y = law(*x.T)
    return problem(x, y + noise * np.sqrt(np.mean(np.square(y))) * random.standard_normal(rows))


@pytest.mark.parametrize("noise", [0.0, 0.01, 0.1])
@pytest.mark.parametrize("seed", range(3))
def test_a_product_over_decades_and_both_signs_is_found_in_noise(noise, seed):
    data = wide(lambda a, b, c, d: -7 * a * b**2 / (c * d), 4, noise=noise, seed=seed)
    (found,) = monomials(data, LIMITS)
    truth = formula(term(-7.0, (0, 1), (1, 2), (2, -1), (3, -1)))
    assert form_key(found) == form_key(truth)
    assert parameters(found)[0] == pytest.approx(-7, rel=max(3 * noise, 1e-9))


def test_positive_inputs_may_have_any_exponents():
    data = wide(lambda a, b: 2 * a**0.63 / b**1.9, 2, noise=0.01, signed=False)
    neat, measured = monomials(data, LIMITS)
    assert not any(isinstance(power.exponent, float) for power in neat.terms[0].powers)
    assert parameters(measured) == pytest.approx([2, 0.63, -1.9], rel=0.03)


def test_an_input_of_both_signs_gets_no_root():
    (found,) = monomials(wide(lambda a, b: a * np.abs(b) ** 0.5, 2, noise=0.1), LIMITS)
    assert all(float(power.exponent) % 1 == 0 for power in found.terms[0].powers)


@pytest.mark.parametrize("factor", [1e-140, 1e140])
def test_scales_do_not_matter(factor):
    data = table(lambda a, b: 3 * a / b, [(1, 4), (1, 4)])
    near, _ = monomials(data, LIMITS)
    far, _ = monomials(problem(data.x * [factor, 1], data.y / factor), LIMITS)
    assert form_key(near) == form_key(far)
    assert np.allclose(evaluate(far, data.x * [factor, 1]) * factor, data.y)


def test_rows_with_a_zero_are_left_out():
    data = wide(lambda a, b: 2 * a * b, 2, noise=0.0)
    data.x[:9, 0] = data.y[:9] = 0.0
    data.y[9] = 0.0  # as noise may have it
    (found,) = monomials(data, LIMITS)
    assert form_key(found) == form_key(formula(term(2.0, (0, 1), (1, 1))))


def test_nothing_is_said_of_too_few_rows_or_too_many_signs():
    assert not list(monomials(table(lambda a, b: a * b, [(1, 2), (1, 2)], rows=3), LIMITS))
    assert not list(monomials(wide(lambda *x: x[0], MOST_SIGNED + 1, noise=0.0), LIMITS))
    assert not list(monomials(problem(np.ones((9, 1)), np.zeros(9)), LIMITS))


def test_a_product_gets_the_sign_of_the_target():
    data = table(lambda a: -(a**2), [(1, 2)])
    assert scaled(neat_powers(np.array([2.0])), data, size=3.0) == formula(term(-3.0, (0, 2)))
