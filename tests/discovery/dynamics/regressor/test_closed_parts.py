import numpy as np
import pytest

from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._closed_parts import closed_columns
from nalm.discovery.dynamics.regressor._fit import assemble, searched
from nalm.discovery.dynamics.systems._system import independent, numbers
from nalm.discovery.result._candidate import Verdict
from nalm.symbolic import Sum, parameters
from tests.discovery.dynamics._trajectories import (
    ONE,
    PREDATOR,
    PREY,
    found,
    noisy,
    solve,
    term,
)

FIRST = Sum((term(-1.2, (0, ONE)),))
SECOND = Sum((term(1.2, (0, ONE)), term(-0.35, (1, ONE))))
LEAVES_ITS_DOMAIN = Sum((term(1.0, (Sum((term(-ONE, (1, ONE)),)), 0.5)),))
MISSES = Sum((term(0.9, (0, ONE)),))
EXPLODES = Sum((term(3.0, (1, 3 * ONE)), term(1.0)))
T = np.linspace(0, 6, 60)
DATA = smooth_trajectories(
    read([T, T], [noisy(solve([FIRST, SECOND], T, start), 0.02, seed)
                  for seed, start in enumerate(([10.0, 1.0], [4.0, 6.0]))])[0]
)  # fmt: skip


def fitted(*formulas):
    candidates = searched([found([each]) for each in formulas], range(len(formulas)))
    return assemble(DATA, candidates, groups=(), time=False, budget=Budget.start(None))


@pytest.mark.parametrize("wrong", [LEAVES_ITS_DOMAIN, MISSES, EXPLODES])
def test_a_wrong_equation_says_nothing_against_one_that_does_not_depend_on_it(wrong):
    result = fitted(FIRST, wrong)
    first, second = result.discoveries
    assert first.verdict is Verdict.LAW
    assert second.verdict is Verdict.APPROXIMATION
    chosen = first.candidates[first.chosen]
    assert chosen.formula == result.system.formulas[0]
    error = chosen.covariance[0, 0] ** 0.5
    assert 0 < error < 0.05
    assert parameters(chosen.formula)[0] == pytest.approx(-1.2, abs=4 * error)
    assert len(result.covariance) == len(numbers(result.system))


def test_an_equation_that_depends_on_a_wrong_one_is_no_law():
    result = fitted(EXPLODES, SECOND)
    assert [each.verdict for each in result.discoveries] == [Verdict.APPROXIMATION] * 2


def test_a_wrong_closed_part_stays_wrong():
    result = fitted(Sum((term(-1.0),)), SECOND)
    assert result.discoveries[0].verdict is Verdict.APPROXIMATION


def test_closed_parts_are_those_that_depend_on_no_other_state():
    assert closed_columns(independent((PREY, PREDATOR))) == []
    assert closed_columns(independent((FIRST, SECOND))) == [(0,)]
    third = Sum((term(1.0, (1, ONE)), term(-1.0, (2, ONE))))
    assert closed_columns(independent((FIRST, SECOND, third))) == [(0, 1), (0,)]
    decay = Sum((term(-1.0, (1, ONE)),))
    assert set(closed_columns(independent((FIRST, decay)))) == {(0,), (1,)}
    driven = Sum((term(-1.0, (0, ONE)), term(1.0, (2, ONE))))  # column 2 is a control, or time
    assert closed_columns(independent((driven, SECOND))) == [(0,)]
