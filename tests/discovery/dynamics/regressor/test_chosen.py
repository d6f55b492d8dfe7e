import numpy as np
import pytest

from nalm.discovery.dynamics.regressor._chosen import chosen_system
from nalm.discovery.dynamics.systems._system import independent
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.errors import InvalidValueError
from nalm.symbolic import parameters
from tests.discovery.dynamics._fitted import GROWTH, hare_and_lynx
from tests.discovery.dynamics._trajectories import (
    DECAY,
    INFECTED,
    PREDATOR,
    PREY,
    SUSCEPTIBLE,
    found,
)

FOUND = hare_and_lynx()._found


@pytest.mark.parametrize("index", [None, [None, None], [1, 0], [1, None]])
def test_the_chosen_ones_are_the_system_that_was_fitted(index):
    system, covariance = chosen_system(FOUND, index, groups=())
    assert system is FOUND.system
    assert covariance is FOUND.covariance


def test_others_make_a_system_with_their_own_covariances():
    system, covariance = chosen_system(FOUND, [0, None], groups=())
    assert system.formulas == (GROWTH, PREDATOR)
    assert covariance.tolist() == np.diag([1.0, 1e-4, 1e-4]).tolist()


def test_the_last_of_a_conserved_group_follows_the_others():
    system = independent((SUSCEPTIBLE, INFECTED, DECAY))
    pools = ([GROWTH, SUSCEPTIBLE], [INFECTED], [DECAY])
    equations = Equations(
        system=system,
        covariance=np.eye(4),
        sigma=np.ones(3),
        discoveries=tuple(found(pool) for pool in pools),
    )
    changed, covariance = chosen_system(equations, [1, 0, None], groups=[(0, 1, 2)])
    assert changed.formulas[:2] == (SUSCEPTIBLE, INFECTED)
    assert (changed.balance.sum(axis=0) == 0).all()
    assert len(covariance) == len(parameters(SUSCEPTIBLE)) + len(parameters(INFECTED))


@pytest.mark.parametrize("index", [1, 2, [0], [0, 1], -1])
def test_a_candidate_that_there_is_not(index):
    with pytest.raises(InvalidValueError, match="`index` must be"):
        chosen_system(FOUND, index, groups=())


def test_the_formulas_of_the_fitted_system_are_those_of_the_chosen_candidates():
    assert FOUND.system.formulas == (PREY, PREDATOR)
