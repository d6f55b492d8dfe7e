from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._search import plan
from nalm.discovery.dynamics.candidates._structures import first_guess, read_structures
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.symbolic import parameters
from tests.discovery.dynamics._trajectories import PREDATOR, PREY, lotka_volterra

NAMES = ["hare", "lynx", "t"]


def test_exponents_and_formulas_are_read_alike():
    terms = read_structures({"lynx": [(0, 1, 0), (1, 1, 0)], "hare": PREY}, NAMES, states=2)
    assert [state for state, _ in terms] == [0, 1]
    assert terms[0][1] == PREY
    assert {term.powers for term in terms[1][1].terms} == {term.powers for term in PREDATOR.terms}


def test_fractions_and_constants_are_exact():
    ((_, formula),) = read_structures({"hare": [(0, 0, 0), (1 / 3, 0, -0.5)]}, NAMES, states=2)
    assert formula.terms[0].powers == ()
    exponents = [power.exponent for power in formula.terms[1].powers]
    assert exponents == [Fraction(1, 3), Fraction(-1, 2)]


def test_without_structures_there_are_none():
    assert read_structures(None, NAMES, states=2) == ()


@pytest.mark.parametrize(
    ("structures", "error", "message"),
    [
        ([(1, 0)], InvalidTypeError, "must map states to forms"),
        ({"fox": [(1, 0, 0)]}, InvalidValueError, "names the state 'fox'"),
        ({"t": [(1, 0, 0)]}, InvalidValueError, "names the state 't'"),
        ({"hare": "hare*lynx"}, InvalidTypeError, "must be a list of terms"),
        ({"hare": 3}, InvalidTypeError, "must be a list of terms"),
        ({"hare": [(1, 0)]}, InvalidValueError, "3 exponents"),
        ({"hare": []}, InvalidValueError, "3 exponents"),
        ({"hare": [(1, 0, np.nan)]}, InvalidValueError, "3 exponents"),
    ],
)
def test_what_is_no_form_is_refused(structures, error, message):
    with pytest.raises(error, match=message):
        read_structures(structures, NAMES, states=2)


def test_the_first_guess_comes_from_slopes():
    data = smooth_trajectories(read(*lotka_volterra())[0])
    planned = plan(data, ["x", "y"], states=[0, 1], time=False)
    ((_, form),) = read_structures({"y": [(1, 1), (0, 1)]}, ["x", "y"], states=2)
    guess = first_guess(form, planned, place=1)
    assert parameters(guess) == pytest.approx([1.0, -3.0], rel=0.02)
