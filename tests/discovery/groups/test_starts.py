import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery.groups._starts import linear, numbers_of_group, numbers_of_groups
from tests.discovery._groups import decay, grouped, saturation
from tests.discovery._laws import formula, term

RATES = [(3.0, -0.5), (900.0, -2.0), (0.01, -0.03), (5.0, 0.2)]


def test_groups_may_be_of_quite_other_sizes():
    rows = grouped(lambda x, a, k: a * np.exp(k * x), RATES, noise=0.0)
    found = numbers_of_groups(decay(), rows.each, noise=Noise.RELATIVE)
    assert found == pytest.approx(np.array(RATES), rel=1e-6)


def test_a_group_begins_at_any_of_the_others():
    rows = grouped(lambda x, v, k: v * x / (x + k), [(2.0, 1.5)], noise=0.0)
    known = [np.array([1.0, 900.0]), np.array([1.0, 1.0])]
    found = numbers_of_group(saturation(), rows.each[0], known=known, noise=Noise.CONSTANT)
    assert found == pytest.approx([2.0, 1.5], rel=1e-6)


def test_coefficients_outside_are_linear():
    form = formula(*saturation().terms, term(2.0, (0, 1.5)), term(1.0))
    assert linear(form).tolist() == [True, False, True, False, True]
