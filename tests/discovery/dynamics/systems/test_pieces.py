import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._smoothed import nodes, smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.systems._pieces import LONGEST, pieces_of, steps_of
from nalm.discovery.dynamics.systems._system import independent
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import DECAY, ONE, ROOT, solve, term


def measured(times, states, relative=()):
    trajectories, _ = read(times, states)
    data = smooth_trajectories(trajectories, relative=relative)
    return nodes(data, columns=(0,), time=False, held=np.zeros(len(data.t), dtype=bool))


def test_a_piece_ends_with_its_trajectory_and_is_no_longer_than_allowed():
    t = np.linspace(0, 2, 100)
    points = measured([t, t[:20]], [solve([DECAY], t, [2.0]), solve([DECAY], t[:20], [1.0])])
    pieces = pieces_of(independent((DECAY,)), points)
    assert [len(each) for each in pieces] == [LONGEST + 1, 100 - LONGEST - 1, 20]
    assert np.concatenate(pieces).tolist() == list(range(120))


def test_outside_the_domain_there_is_no_piece():
    t = np.linspace(0, 2, 30)
    assert pieces_of(independent((ROOT,)), measured(t, solve([DECAY], t, [2.0]) - 5)) == []


def test_long_steps_that_leave_the_domain_are_made_shorter():
    # A step of two time constants makes the state negative on its way, of which there is no root.
    law = Sum((term(-1.0, (0, ONE)), term(-0.01, (0, 0.5))))
    t = np.array([0.0, 7.0, 7.5, 8.0, 8.5, 9.0])
    points = measured(t, solve([law], t, [9.0]), relative=(True,))
    (piece,) = pieces_of(independent((law,)), points)
    assert len(piece) == len(t)


@pytest.mark.parametrize(("rate", "least"), [(-0.5, 1), (-60.0, 4)])
def test_steep_equations_take_more_steps(rate, least):
    t = np.linspace(0, 2, 30)
    points = measured(t, solve([DECAY], t, [2.0]))
    system = independent((Sum((term(rate, (0, ONE)),)),))
    count = steps_of(system, points, states=points.guess, pieces=pieces_of(system, points))
    assert count[:-1].min() >= least
    assert count[-1] == 1  # nothing follows the last row
