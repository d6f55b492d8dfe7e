from fractions import Fraction

import numpy as np

from nalm.discovery import Budget, Noise
from nalm.discovery.groups._screen import screened
from tests.discovery._groups import LINE, decay, grouped
from tests.discovery._laws import formula, term

BOTH = (Noise.CONSTANT, Noise.RELATIVE)
ROWS = grouped(lambda x, a, k: a * np.exp(k * x), [(3.0, -0.5), (8.0, -1.0), (1.0, -0.3)])


def test_the_right_form_scores_better_and_fits_every_group():
    right, wrong = (screened(form, ROWS, noises=BOTH, budget=Budget()) for form in (decay(), LINE))
    assert right.score < wrong.score
    assert (right.fits, wrong.fits) == (True, False)
    assert right.noise is Noise.RELATIVE
    assert right.form.own == (True, True)


def test_a_form_that_has_no_value_in_a_group_is_none():
    beyond = formula(term(Fraction(1), (0, 1)), term(Fraction(-3)))
    root = formula(term(1.0, (beyond, Fraction(1, 2))))
    assert screened(root, ROWS, noises=BOTH, budget=Budget()) is None
