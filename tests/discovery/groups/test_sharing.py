from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Budget
from nalm.discovery.groups._sharing import simplest
from nalm.symbolic import to_text
from tests.discovery._groups import fitted, grouped, saturation
from tests.discovery._laws import formula, term

POWER = formula(term(2.0, (0, 1.5)))


def shared(form, law, constants, **drawn):
    rows = grouped(law, constants, **drawn)
    return simplest(fitted(form, constants, rows), rows, budget=Budget()).form


@pytest.mark.parametrize("seed", range(3))
def test_equal_constants_are_shared_and_others_are_not(seed):
    constants = [(9.6, 3.13), (4.1, 3.13), (15.0, 3.13), (2.2, 3.13)]
    found = shared(saturation(), lambda x, v, k: v * x / (x + k), constants, seed=seed)
    assert found.own == (True, False)
    assert found.numbers == pytest.approx(np.array(constants), rel=0.05)


def test_constants_that_differ_by_little_more_than_their_errors_are_shared_by_none():
    constants = [(9.6, 3.0), (4.1, 3.6), (15.0, 3.3), (2.2, 2.7)]
    found = shared(saturation(), lambda x, v, k: v * x / (x + k), constants)
    assert found.own == (True, True)


def test_a_shared_exponent_becomes_a_fraction_and_one_that_differs_does_not():
    law = lambda x, c, p: c * x**p  # noqa: E731
    half = shared(POWER, law, [(2.3, 0.5), (3.1, 0.5), (0.4, 0.5)])
    assert half.own == (True,)
    assert half.form.terms[0].powers[0].exponent == Fraction(1, 2)
    apart = shared(POWER, law, [(2.3, 0.5), (3.1, 1.5), (0.4, 0.8)])
    assert apart.own == (True, True)


def test_a_shared_constant_that_is_simple_becomes_exact():
    found = shared(saturation(), lambda x, v, k: v * x / (x + k), [(9.6, 2.0), (4.1, 2.0)])
    assert to_text(found.form, ["x"]).endswith("/(x + 2)")
    assert found.own == (True,)


def test_once_the_time_is_up_the_form_stays():
    rows = grouped(lambda x, c, p: c * x**p, [(2.3, 0.5), (3.1, 0.5)])
    fit = fitted(POWER, [(2.3, 0.5), (3.1, 0.5)], rows)
    assert simplest(fit, rows, budget=Budget.start(0.0)) is fit
