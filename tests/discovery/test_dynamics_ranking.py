import numpy as np
import pytest

from nalm.discovery._dynamics_data import courses
from nalm.discovery._dynamics_ranking import judge, outermost, preferred, rank
from nalm.discovery._dynamics_system import independent
from nalm.discovery._trajectories import read
from nalm.symbolic import Sum
from tests.discovery._courses import ONE, PREDATOR, PREY, lotka_volterra, term

DATA = courses(read(*lotka_volterra(share=0.01))[0])
HELD = outermost(DATA)
LINE = Sum((term(1.0, (0, ONE)), term(-1.0, (1, ONE))))
ROOT_OF_NEGATIVE = Sum((term(1.0, (Sum((term(-ONE, (0, ONE)),)), 0.5)),))


def test_the_outermost_quarter_is_a_part_of_the_course():
    assert HELD.mean() == pytest.approx(0.25, abs=0.01)
    assert np.diff(np.flatnonzero(HELD)).max() == 1
    middle = np.median(DATA.states, axis=0)
    distance = np.abs(DATA.states - middle).mean(axis=1)
    assert distance[HELD].mean() > distance[~HELD].mean()


def test_the_law_wins_over_a_line_and_over_what_has_no_solution():
    judged = rank([LINE, PREY, ROOT_OF_NEGATIVE], DATA, state=0, time=False, held=HELD)
    chosen, close = preferred(judged, HELD)
    assert chosen == 1
    assert close == [1]
    assert judged[1].outer[0] < 1.5 < judged[0].outer[0]
    assert judged[2].bic == np.inf


def test_a_joint_system_is_judged_state_by_state():
    judged = judge(independent((PREY, PREDATOR)), DATA, time=False, held=HELD)
    assert judged.inner == pytest.approx([1, 1], abs=0.3)
    assert judged.outer == pytest.approx([1, 1], abs=0.5)
    assert (judged.relative < 0.05).all()


def test_without_any_good_candidate_the_likeliest_is_chosen():
    judged = rank([ROOT_OF_NEGATIVE], DATA, state=0, time=False, held=HELD)
    assert preferred(judged, HELD) == (0, [])
