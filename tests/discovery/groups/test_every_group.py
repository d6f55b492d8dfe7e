from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Budget, Noise
from nalm.discovery.groups._every_group import all_in_every_group, in_every_group
from tests.discovery._groups import LINE, fitted, grouped, rows_of, saturation
from tests.discovery._laws import formula, term

CONSTANTS = [(1.0 + g, 3.13) for g in range(9)]
ROWS = grouped(lambda x, v, k: v * x / (x + k), CONSTANTS)
CHOSEN = [0, 3, 8]


def of_some(form, own, numbers):
    return fitted(form, numbers, ROWS.some(CHOSEN), own=own)


def test_all_groups_get_their_own_constants_and_the_shared_ones():
    fit = of_some(saturation(), [True, False], [CONSTANTS[k] for k in CHOSEN])
    found = in_every_group(fit, ROWS, chosen=CHOSEN)
    assert found.chosen is fit
    assert found.every.form.own == (True, False)
    assert found.every.form.numbers == pytest.approx(np.array(CONSTANTS), rel=0.05)


def test_a_form_without_a_value_in_some_group_is_none():
    inside = formula(term(Fraction(1), (0, 1)), term(Fraction(-2)))
    root = formula(term(1.0, (inside, Fraction(1, 2))))
    x = np.random.default_rng(0).uniform(3, 5, (60, 1))
    x[40:] -= 2.5  # 0.5 to 2.5 in the last group, where the root has no value
    rows = rows_of(x, np.sqrt(np.abs(x[:, 0] - 2)), np.repeat([0, 1, 2], 20))
    fit = fitted(root, [(1.0,)] * 2, rows.some([0, 1]), noises=(Noise.CONSTANT,))
    assert in_every_group(fit, rows, chosen=[0, 1]) is None


def test_once_the_time_is_up_only_the_first_form_is_fitted():
    fits = [
        of_some(saturation(), [True, False], [CONSTANTS[k] for k in CHOSEN]),
        of_some(LINE, [True, True], [(1.0, 1.0)] * 3),
    ]
    for budget, count in ((Budget(), 2), (Budget.start(-1.0), 1)):
        assert len(all_in_every_group(fits, ROWS, chosen=CHOSEN, budget=budget)) == count
