from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.groups._shapes import shapes
from nalm.symbolic import evaluate, parameters, to_text
from tests.discovery._groups import LINE, saturation
from tests.discovery._laws import formula, term

X = np.random.default_rng(0).uniform(0.5, 4.0, (30, 2))


def texts(own):
    return [to_text(each, ["x", "z"], digits=3) for each in shapes(own, X)]


def test_what_is_exact_in_one_group_is_measured_in_the_next():
    assert texts(formula(term(Fraction(1), (0, 1), (1, -1)))) == ["x/z"]
    [product] = shapes(formula(term(Fraction(1), (0, 1), (1, -1))), X)
    assert parameters(product).tolist() == [1.0]
    [first, *_] = shapes(formula(term(Fraction(5), (0, 2)), term(Fraction(-1))), X)
    assert parameters(first).tolist() == [5.0, -1.0]


def test_a_choice_of_scale_stays_exact():
    first, other = texts(saturation(3.0, 2.0))
    assert first == "3*x/(x + 2)"
    assert other == "1.5*x/(0.5*x + 1)"


def test_a_sum_is_also_a_product_with_its_slope():
    assert texts(LINE) == ["2*x + 1", "2*(x + 0.5)", "(2*x + 1)"]


def test_exact_numbers_are_scales_as_measured_ones_are():
    exact = formula(term(Fraction(2), (0, 1)), term(Fraction(1)))
    assert texts(exact) == texts(LINE)


@pytest.mark.parametrize("own", [LINE, saturation(0.3, 7.0)], ids=["line", "saturation"])
def test_every_scaling_is_the_same_function(own):
    for each in shapes(own, X):
        assert evaluate(each, X) == pytest.approx(evaluate(own, X))
