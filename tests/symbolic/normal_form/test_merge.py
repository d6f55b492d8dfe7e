from nalm.symbolic import Product
from nalm.symbolic._normal_form._merge import merged
from tests.symbolic.strategies import call, plus, term

X, Y = (0, 1), (1, 1)


def test_equal_products_are_added_and_zeros_dropped():
    assert merged([term(2, X), term(1.5, Y), term(3, X), term(-1.5, Y)]) == plus(term(5, X))


def test_a_sum_to_the_power_1_is_resolved_where_nothing_is_measured_twice():
    inner = plus(term(1, X), term(1, Y))
    assert merged([term(2, (inner, 1)), term(1, X)]) == plus(term(3, X), term(2, Y))
    assert merged([term(2.5, (inner, 1))]) == plus(term(2.5, (inner, 1)))


def test_constants_come_out_of_logarithms():
    logarithm = call("log", term(1.0, X))
    assert merged([term(2, (logarithm, 1)), Product(0.5)]) == plus(
        term(2, (logarithm, 1)), term(0.5)
    )
