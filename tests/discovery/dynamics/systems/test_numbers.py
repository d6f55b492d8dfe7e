from dataclasses import replace
from fractions import Fraction

from nalm.discovery.dynamics.systems._numbers import (
    exponents,
    kinds,
    likeness,
    whole_exponents,
    with_exact,
)
from nalm.discovery.dynamics.systems._system import independent
from nalm.symbolic import Sum, parameters
from tests.discovery.dynamics._trajectories import INFECTION, ONE, PREY, term

MEASURED = Sum((term(2.0, (0, 1.01), (1, 0.02)), term(-3.0, (Sum((term(ONE), term(0.5))), -1.2))))


def test_kinds_are_in_the_order_of_the_parameters():
    assert [value for value, _ in kinds(independent((MEASURED,)))] == list(parameters(MEASURED))
    assert exponents(MEASURED) == [False, True, True, False, True, False]


def test_one_number_becomes_exact_and_a_power_of_0_disappears():
    system = with_exact(independent((PREY, MEASURED)), 3, value=Fraction(1))
    assert system.terms[0] == PREY
    assert system.terms[1].terms[0] == term(2.0, (0, ONE), (1, 0.02))
    without = with_exact(system, 3, value=Fraction(0))
    assert without.terms[1].terms[0] == term(2.0, (0, ONE))


def test_like_terms_are_recognised_with_their_sign():
    near = replace(INFECTION, coefficient=-0.061, powers=(term(1.0, (0, 0.52), (1, 0.48)).powers))
    assert likeness(Sum((INFECTION,)), Sum((near,))) == -1
    assert likeness(Sum((INFECTION,)), Sum((INFECTION,))) == 1
    for other in (
        term(0.6, (0, 0.5), (1, 0.5)),
        term(0.06, (0, 0.5)),
        term(0.06, (1, 0.5), (0, 1)),
    ):
        assert likeness(Sum((INFECTION,)), Sum((other,))) == 0


def test_whole_exponents_become_exact():
    assert whole_exponents(Sum((term(2.0, (0, 2.0), (1, 0.5)),))) == Sum(
        (term(2.0, (0, Fraction(2)), (1, 0.5)),)
    )
