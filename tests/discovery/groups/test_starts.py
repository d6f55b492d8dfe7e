import numpy as np
import pytest

from nalm.discovery import Budget, Noise
from nalm.discovery.groups import _starts
from nalm.discovery.groups._starts import linear, numbers_of_group, numbers_of_groups
from tests.discovery._groups import decay, grouped, saturation
from tests.discovery._laws import formula, term

RATES = [(3.0, -0.5), (900.0, -2.0), (0.01, -0.03), (5.0, 0.2)]


def test_groups_may_be_of_quite_other_sizes():
    rows = grouped(lambda x, a, k: a * np.exp(k * x), RATES, noise=0.0)
    found = numbers_of_groups(decay(), rows.each, noise=Noise.RELATIVE, budget=Budget())
    assert found == pytest.approx(np.array(RATES), rel=1e-6)


def test_a_group_begins_at_any_of_the_others():
    rows = grouped(lambda x, v, k: v * x / (x + k), [(2.0, 1.5)], noise=0.0)
    known = [np.array([1.0, 900.0]), np.array([1.0, 1.0])]
    found = numbers_of_group(saturation(), rows.each[0], known=known, noise=Noise.CONSTANT)
    assert found == pytest.approx([2.0, 1.5], rel=1e-6)


def test_coefficients_outside_are_linear():
    form = formula(*saturation().terms, term(2.0, (0, 1.5)), term(1.0))
    assert linear(form).tolist() == [True, False, True, False, True]


def test_starts_do_not_grow_with_the_number_of_groups(monkeypatch):
    asked = []

    def fit(form, problem, *, known, noise):
        asked.append(len(known))
        return np.ones(2)

    monkeypatch.setattr(_starts, "numbers_of_group", fit)
    rows = grouped(lambda x, a, k: a * np.exp(k * x), RATES * 5)
    numbers_of_groups(decay(), rows.each, noise=Noise.RELATIVE, budget=Budget())
    assert max(asked) == _starts.REMEMBERED < rows.groups


def test_no_group_is_fitted_once_the_time_is_up():
    rows = grouped(lambda x, a, k: a * np.exp(k * x), RATES)
    up = Budget.start(-1.0)
    assert numbers_of_groups(decay(), rows.each, noise=Noise.RELATIVE, budget=up) is None
