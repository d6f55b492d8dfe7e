import math

import numpy as np
import pytest

from nalm.discovery.verdict._periods import shown_periods
from nalm.symbolic import Call, as_formula
from tests.discovery._laws import formula, term

X = np.linspace(0.0, 10.0, 50)[:, None]


@pytest.mark.parametrize("function", ["sin", "cos", "tan"])
@pytest.mark.parametrize("periods", [0.5, 3.0])
def test_the_periods_of_a_measured_frequency_are_counted(function, periods):
    wave = Call(function, formula(term(2 * math.pi * periods / 10.0, (0, 1))))
    assert list(shown_periods(as_formula(wave), X)) == pytest.approx([periods])


def test_an_exact_frequency_and_what_is_no_wave_have_none():
    assert list(shown_periods(as_formula(Call("sin", as_formula(0))), X)) == []
    decay = Call("exp", formula(term(-0.5, (0, 1))))
    assert list(shown_periods(as_formula(decay), X)) == []


def test_waves_inside_of_others_are_found():
    inner = as_formula(Call("sin", formula(term(2 * math.pi / 5.0, (0, 1)))))
    assert list(shown_periods(as_formula(Call("exp", inner)), X)) == pytest.approx([2.0])
