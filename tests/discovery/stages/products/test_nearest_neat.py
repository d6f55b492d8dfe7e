import numpy as np
import pytest

from nalm.discovery.stages.products._nearest_neat import FEW, nearest_neat
from tests.discovery._laws import problem, table


def exponents(data):
    found = list(nearest_neat(data))
    return [{w.base: float(w.exponent) for w in powers} for powers in found]


@pytest.mark.parametrize("seed", range(5))
def test_few_rows_in_noise_name_the_simple_product(seed):
    """The exponents that fit best are others: 1.24, 1.18 and -1.00 of an ideal gas."""
    data = table(
        lambda n, t, v: 0.05 * n * t / v, [(0.5, 3), (250, 400), (1, 10)], rows=7, constant=0.03,
        seed=seed,
    )  # fmt: skip
    assert {0: 1, 1: 1, 2: -1} in exponents(data)


def test_noise_of_both_kinds_is_thought_of():
    data = table(lambda a, b: a**2 / b, [(0.1, 10), (0.1, 10)], rows=20, relative=0.05)
    found = exponents(data)
    assert {0: 2, 1: -1} in found
    assert len(found) <= 2


def test_inputs_of_both_signs_have_whole_exponents():
    x = np.random.default_rng(0).uniform(-2, 2, (30, 2))
    found = exponents(problem(x, -3 * x[:, 0] * x[:, 1] ** 2))
    assert found[0] == {0: 1, 1: 2}
    x = np.abs(x) * np.where(np.arange(30) % 2, -1, 1)[:, None]  # both signs change together
    assert exponents(problem(x, 2 * x[:, 0] / x[:, 1]))[0] == {0: 1, 1: -1}
    assert all(e % 1 == 0 for one in found for e in one.values())


def test_rows_of_zeros_tell_nothing():
    assert exponents(problem(np.zeros((4, 1)), np.zeros(4))) == []


def test_many_rows_leave_no_exponents_open():
    assert exponents(table(lambda a, b: a**2 / b, [(1, 3), (1, 3)], rows=FEW)) == [{0: 2, 1: -1}]
    assert exponents(table(lambda a, b: a**2 / b, [(1, 3), (1, 3)], rows=FEW + 1)) == []
