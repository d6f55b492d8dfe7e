import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._library_candidates import (
    borrowed,
    candidate,
    freedom,
    library_candidates,
    pools,
)
from nalm.discovery.dynamics.candidates._search import plan
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.symbolic import Sum, evaluate, same_form
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, found, lotka_volterra, term

DATA = smooth_trajectories(read(*lotka_volterra(share=0.01))[0])
PLANNED = plan(DATA, ("prey", "predator"), states=[0, 1], time=False)
LINE = Sum((term(1.2, (0, ONE)), term(-1.0, (1, ONE))))
LONGER = Sum((*PREY.terms, term(0.01, (0, 4 * ONE))))
X = np.array([[2.0, 1.5], [0.5, 4.0]])


@pytest.fixture(scope="module")
def of_library():
    return library_candidates(DATA, PLANNED, states=[0, 1])


def test_the_laws_lead(of_library):
    for own, law in zip(of_library, (PREY, PREDATOR), strict=True):
        assert evaluate(own[0].formula, X) == pytest.approx(evaluate(law, X), rel=0.05, abs=0.05)


def test_what_the_search_found_is_joined_and_remembered(of_library):
    searches = [found([LONGER]), found([PREDATOR])]
    own, other = pools(
        DATA,
        PLANNED,
        discoveries=searches,
        found=of_library,
        states=[0, 1],
    )
    assert same_form(own[0].formula, PREY)
    assert own[0].hits == 0
    assert any(same_form(each.formula, LONGER) and each.hits == 1 for each in own)
    assert same_form(other[0].formula, PREDATOR)


def test_a_state_borrows_the_terms_of_the_others():
    made = borrowed(DATA, PLANNED, chosen={0: [PREY], 1: [LINE]}, state=1, states=[0, 1])
    assert any(same_form(each, PREDATOR) for each in made)


def test_a_new_formula_was_found_by_no_start():
    assert candidate(PREY, found([LINE])).hits == 0
    assert candidate(LINE, found([LINE])).hits == 1


def test_noisy_slopes_are_fewer_than_rows():
    assert 8 < freedom(DATA, 0) < 0.6 * len(DATA.t)
    assert freedom(smooth_trajectories(read(*lotka_volterra())[0]), 0) == 120
