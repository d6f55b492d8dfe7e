import numpy as np

from nalm.discovery.rewriting._neat_powers import neat_powers
from tests.discovery._laws import term


def test_rounded_exponents_become_fractions_and_zeros_leave_the_product():
    assert neat_powers(np.array([0.0, -0.5])) == term(1.0, (1, "-1/2")).powers
    assert neat_powers(np.array([1 / 3, 2.0])) == term(1.0, (0, "1/3"), (1, 2)).powers
    assert neat_powers(np.zeros(2)) == ()
