import numpy as np
import pytest

from nalm.discovery._dynamics_data import courses
from nalm.discovery._dynamics_exchange import exchanged
from nalm.discovery._trajectories import read
from nalm.symbolic import Sum, parameters, same_form
from tests.discovery._courses import INFECTED, ONE, SUSCEPTIBLE, solve, term

T = np.linspace(0, 50, 120)
DATA = courses(read(T, solve([SUSCEPTIBLE, INFECTED], T, [90.0, 0.1]))[0])
FLAT = Sum((term(1.0),))


def test_what_leaves_one_state_is_found_in_the_other():
    found = exchanged(DATA, [FLAT, INFECTED], state=0, time=False)
    assert [len(each.terms) for each in found] == [1, 2, 3]
    assert (
        same_form(found[0], SUSCEPTIBLE) or found[0].terms[0].powers == SUSCEPTIBLE.terms[0].powers
    )
    assert parameters(found[0])[0] == pytest.approx(-0.06, rel=1e-3)


def test_states_themselves_are_tried():
    (found, *_) = exchanged(DATA, [FLAT, Sum((term(1.0, (1, ONE)),))], state=1, time=False)
    assert len(found.terms) == 1
