from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.stages.arguments._curves import Curve
from nalm.discovery.stages.arguments._phases import with_phase
from nalm.symbolic import evaluate
from tests.discovery._laws import formula, term

ONE = Fraction(1)
ANGLE = formula(term(ONE, (0, 1)))
X = np.linspace(0, 5, 30)[:, None]


@pytest.mark.parametrize("phase", [0.0, 0.4, 1.2, np.pi / 2, 2.9])
def test_a_wave_of_any_phase_is_its_sine_and_cosine(phase):
    both = np.array([[np.cos(phase), np.sin(phase)]])
    wave = with_phase(Curve("sin"), ANGLE, coefficients=both)
    # But for its sign, which a coefficient has.
    size = np.abs(evaluate(formula(term(ONE, (wave, 1))), X))
    assert size == pytest.approx(np.abs(np.sin(X[:, 0] + phase)), abs=1e-9)


@pytest.mark.parametrize(("coefficients", "name"), [([3.0, 0.01], "sin"), ([0.01, -3.0], "cos")])
def test_a_phase_next_to_a_quarter_turn_is_one(coefficients, name):
    wave = with_phase(Curve("sin"), ANGLE, coefficients=np.array([coefficients]))
    assert (wave.function, len(wave.argument.terms)) == (name, 1)


def test_what_is_no_wave_has_no_phase():
    assert with_phase(Curve("exp"), ANGLE, coefficients=np.ones((1, 1))).function == "exp"
