"""How restarts are counted and segments end; their rules are tested in `recipe/test_restart.py`."""

import pytest

from nalm.training import PlateauRestart
from nalm.training._running._restarting import Restarting
from nalm.training._running._slots import Slots
from tests.training._cohorts import cohort
from tests.training._runs import runs


def restarting(**changes):
    all_runs = runs(3, **changes)
    _, state = cohort(all_runs)
    return Restarting(all_runs, state, slots=Slots(state, all_runs, size=3))


@pytest.mark.parametrize(("step", "target", "end"), [(0, 100, 40), (40, 100, 80), (80, 100, 100)])
def test_a_segment_ends_where_the_policy_looks_next(step, target, end):
    policy = PlateauRestart(every=40)
    assert restarting(restart=policy).segment(step, target) == end
    assert restarting().segment(step, target) == target


def test_a_snapshot_has_the_counts():
    found = restarting(restart=PlateauRestart())
    found.count[1] = 4
    other = restarting(restart=PlateauRestart())
    other.restore(found.snapshot(10), 10)
    assert other.count.tolist() == [0, 4, 0]
