from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.dynamics.systems._length import (
    constants,
    description_length,
    is_neat,
    system_description_length,
)
from nalm.discovery.dynamics.systems._system import independent
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, PREY, term

HALF = Sum((term(2.0, (0, ONE / 2)),))
MEASURED = Sum((term(2.0, (0, 0.5)),))
SATURATED = Sum((term(2.0, (0, ONE), (Sum((term(ONE), term(0.5, (0, ONE)))), -ONE)),))


def test_a_well_measured_exponent_costs_more_than_a_neat_one():
    sure, unsure = np.array([0.1, 1e-4]), np.array([0.1, 0.1])
    assert description_length(MEASURED, sure, count=100) > description_length(
        MEASURED, unsure, count=100
    )
    assert description_length(MEASURED, unsure, count=100) > description_length(
        HALF, sure[:1], count=100
    )


def test_every_constant_costs_the_logarithm_of_the_measurements():
    one, two = Sum(PREY.terms[:1]), PREY
    more = description_length(two, np.zeros(2), count=100) - description_length(
        one, np.zeros(1), count=100
    )
    assert more == pytest.approx(np.log(100) + 4 * np.log(2))  # two exponents of 1 as well


def test_constants_are_counted_where_they_became_exact_too():
    assert constants(PREY) == 2
    assert constants(SATURATED) == 2
    assert constants(Sum((term(14 * ONE, (0, ONE / 2)), term(-ONE, (1, ONE))))) == 1


def test_neat_is_an_exact_sum_or_a_single_product():
    assert is_neat(PREY)
    assert is_neat(MEASURED)
    assert not is_neat(Sum((*PREY.terms, *MEASURED.terms)))


def test_a_shared_term_is_said_once():
    exchange = term(-1.0, (0, ONE), (1, ONE))
    twice = independent((Sum((exchange,)), Sum((exchange,))))
    once = replace(twice, terms=twice.terms[:1], balance=np.array([[1.0], [-1.0]]))
    assert system_description_length(twice, np.eye(2), count=50) == 2 * system_description_length(
        once, np.eye(1), count=50
    )
