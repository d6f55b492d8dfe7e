from fractions import Fraction

import numpy as np

from nalm.discovery.scoring._normal_on_rows import normal_on_rows
from tests.discovery._laws import formula, problem, term

ROOT_OF_A_SQUARE = formula(term(2.0, (formula(term(Fraction(1), (0, 2))), Fraction(1, 2))))


def on(low, high):
    x = np.linspace(low, high, 20)
    return normal_on_rows(ROOT_OF_A_SQUARE, problem(x, x), units=None)


def test_an_input_leaves_a_root_where_it_is_positive():
    assert on(1.0, 2.0) == formula(term(2.0, (0, 1)))


def test_an_absolute_value_is_no_arithmetic():
    assert on(-1.0, 2.0) is None
