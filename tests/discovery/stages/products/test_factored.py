import numpy as np
import pytest

from nalm.discovery.stages.products._factored import YIELDED, factored
from nalm.symbolic import evaluate
from tests._tiers import kept
from tests.discovery._laws import missed, near, problem, table

NOISY = {
    "adiabatic": (lambda p, v, g: p * v / (g - 1), [(1, 5), (1, 5), (2, 5)]),
    "speeds": (lambda u, v, c: (u + v) / (1 + u * v / c**2), [(1, 5)] * 3),
    "mass": (lambda m, v, c: m / np.sqrt(1 - (v / c) ** 2), [(1, 5), (1, 2), (2.2, 10)]),
    "resonance": (lambda q, w, o: q / (o**2 - w**2), [(1, 3), (1, 2), (2.2, 5)]),
    "negative": (lambda a, b, c: -a / (b + c) ** 2, [(1, 3)] * 3),
}


def pattern(x):
    """A smooth error of a few percent, as of a formula that only nearly fits."""
    return 1 + 0.03 * np.sin(3 * x).mean(axis=1)


@pytest.mark.parametrize("name", kept(NOISY, "adiabatic"))
def test_a_law_is_among_the_first_in_noise(name):
    law, ranges = NOISY[name]
    data = table(law, ranges, rows=800, constant=0.1)
    found = list(near(factored, data, law(*data.x.T) * pattern(data.x)))
    assert len(found) <= YIELDED
    exact = [each for each in found[:5] if missed(each, law, ranges) < 0.01]
    assert exact, [str(each) for each in found[:5]]


def test_without_noise_the_first_is_exact():
    law, ranges = NOISY["speeds"]
    data = table(law, ranges, rows=300)
    first = next(near(factored, data, data.y))
    assert missed(first, law, ranges) < 1e-9


def test_inputs_of_both_signs():
    random = np.random.default_rng(0)
    x = random.uniform(0.5, 2, (400, 3)) * random.choice([-1.0, 1.0], (400, 3))
    y = x[:, 0] ** 3 / x[:, 1] / (1 + (x[:, 2] / x[:, 1]) ** 2)
    first = next(near(factored, problem(x, y), y * (1 + 0.01 * np.sin(x[:, 0]))))
    assert np.allclose(evaluate(first, x), y, rtol=1e-6)


@pytest.mark.parametrize(
    "law",
    [
        lambda a, b, c: a**2 / np.sqrt(b**2 + a * c**2),
        lambda a, b, c: a * np.sqrt(b**2 + c**2),
        lambda a, b, c: c * (a * b**2 + c**2) ** 1.5,
    ],
)
def test_an_input_of_both_signs_may_lose_its_own_under_a_root(law):
    random = np.random.default_rng(0)
    x = random.uniform(0.5, 2, (400, 3)) * random.choice([-1.0, 1.0], (400, 3))
    x[:, 0] = np.abs(x[:, 0])
    y = law(*x.T)
    first = next(near(factored, problem(x, y), y * (1 + 0.01 * np.sin(x[:, 0]))))
    assert np.allclose(evaluate(first, x), y, rtol=1e-6)


def test_too_few_rows_for_a_choice_yield_nothing():
    law, ranges = NOISY["speeds"]
    data = table(law, ranges, rows=7)
    assert list(near(factored, data, data.y)) == []


@pytest.mark.parametrize("second", [7.0, 2.0])
def test_an_input_that_says_nothing_new_has_no_exponent(second):
    """A constant, or the first input again."""
    random = np.random.default_rng(0)
    a, b = random.uniform(1, 3, (2, 300))
    x = np.column_stack([a, np.full(300, second) if second == 7 else a, b])
    y = a**2 / (1 + b)
    first = next(near(factored, problem(x, y), y * (1 + 0.01 * np.sin(a))))
    assert np.allclose(evaluate(first, x), y, rtol=1e-6)
    assert sum(power.exponent for power in first.terms[0].powers if power.base in (0, 1)) == 2


def test_inputs_without_change_yield_nothing():
    data = problem(np.ones((20, 2)), np.arange(20.0) + 1)
    assert list(near(factored, data, data.y)) == []
