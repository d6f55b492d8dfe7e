from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.rewriting._double_zero import has_double_zero
from nalm.symbolic import Call
from tests.discovery._laws import formula, term

X = np.random.default_rng(0).uniform(1, 3, (60, 2))
ONE = Fraction(1)
DIFFERENCE = formula(term(ONE, (0, 1)), term(-ONE, (1, 1)))
ANGLE = Call("cos", formula(term(0.5, (0, 1))))
COSINE, SINE = (Call(name, DIFFERENCE) for name in ("cos", "sin"))


@pytest.mark.parametrize(
    "base",
    [
        formula(term(ONE), term(-ONE, (COSINE, 2))),
        formula(term(2.0), term(-2.0, (COSINE, 1))),
        formula(term(ONE, (SINE, 2)), term(3.0, (SINE, 4))),
        formula(term(ONE, (0, 2)), term(-2 * ONE, (0, 1), (1, 1)), term(ONE, (1, 2))),
    ],
)
def test_squares_of_what_changes_its_sign(base):
    assert has_double_zero(base, X)
    assert not has_double_zero(base, X * [1.0, 0.1])


@pytest.mark.parametrize(
    "base",
    [
        formula(term(ONE, (0, 2)), term(0.01)),
        formula(term(ONE, (SINE, 1))),
        formula(term(3.0), term(-ONE, (0, 1))),  # 0 at the edge of the rows
        formula(term(9.0), term(-ONE, (0, 2))),
        formula(term(ONE, (0, 2)), term(ONE, (1, 2)), term(-2.0, (0, 1), (1, 1), (ANGLE, 1))),
        formula(term(-ONE, (Call("log", DIFFERENCE), 2))),  # without a value on some rows
    ],
)
def test_others(base):
    assert not has_double_zero(base, X)
