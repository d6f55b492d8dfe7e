from fractions import Fraction

from nalm.discovery.rewriting._inner_sums import with_other_sums
from nalm.symbolic import Call, to_text
from tests.discovery._laws import formula, term

ROOT = formula(term(2.0, (0, 1)), term(5.0))
TANH = Call("tanh", formula(term(3.0, (1, 1))))
WHOLE = formula(term(4.0, (0, 2), (ROOT, Fraction(1, 2)), (TANH, 1)), term(7.0))


def texts(others):
    return [to_text(each, ["x", "y"]) for each in with_other_sums(WHOLE, others)]


def test_one_sum_is_changed_at_a_time_and_all_else_stays():
    other = formula(term(9.0, (0, 1)))
    assert texts(lambda power, inner: [other]) == [
        "4*x^2*sqrt(9*x)*tanh(3*y) + 7",
        "4*x^2*sqrt(2*x + 5)*tanh(9*x) + 7",
    ]


def test_the_power_says_which_sums_are_changed():
    calls = texts(lambda power, inner: [inner] * isinstance(power.base, Call))
    assert calls == [to_text(WHOLE, ["x", "y"])]
    assert texts(lambda power, inner: []) == []
