from fractions import Fraction

import numpy as np

from nalm.discovery.result._balanced import balanced
from nalm.symbolic import Power, Product, Sum, evaluate

LOSS = Sum((Product(0.5, (Power(0, Fraction(1)),)), Product(Fraction(2))))
GAIN = Sum((Product(3.0, (Power(1, 2.0),)),))
X = np.array([[4.0, 9.0], [2.0, 1.0]])


def test_each_output_is_the_sum_of_its_terms():
    balance = np.array([[-1.0, 0.0], [1.0, 2.0]])
    out, both = balanced([LOSS, GAIN], balance)
    assert (evaluate(out, X) == -evaluate(LOSS, X)).all()
    assert (evaluate(both, X) == evaluate(LOSS, X) + 2 * evaluate(GAIN, X)).all()


def test_exact_numbers_stay_exact_and_measured_ones_measured():
    (twice,) = balanced([LOSS], np.array([[2.0]]))
    assert [type(term.coefficient) for term in twice.terms] == [float, Fraction]
    assert twice.terms[1].coefficient == Fraction(4)
