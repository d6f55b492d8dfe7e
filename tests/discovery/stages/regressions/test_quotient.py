from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.stages.regressions._quotient import write_quotient
from nalm.symbolic import Sum, evaluate, parameters
from tests.discovery._laws import formula, term

X = np.linspace(1, 3, 7)[:, None]
ONE, TWO = formula(term(3.0, (0, 2))), formula(term(-0.5), term(4.0, (0, Fraction(1))))
NOTHING = formula(term(1.0))


@pytest.mark.parametrize("above", [ONE, TWO])
@pytest.mark.parametrize("below", [NOTHING, TWO])
@pytest.mark.parametrize("power", [1, 2])
def test_it_is_the_root_of_the_quotient(above, below, power):
    made = write_quotient(above, below, scale=-7.0, power=power)
    expected = -7 * (evaluate(above, X) / evaluate(below, X)) ** (1 / power)
    assert evaluate(made, X) == pytest.approx(expected)


def test_no_number_says_what_another_says():
    assert len(parameters(write_quotient(TWO, TWO, scale=2.0, power=1))) == 3
    assert len(parameters(write_quotient(ONE, TWO, scale=2.0, power=2))) == 2
    assert write_quotient(TWO, NOTHING, scale=1.0, power=1) == Sum(TWO.terms)
