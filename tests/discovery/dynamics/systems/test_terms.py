from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._smoothed import nodes, smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.systems import _terms
from nalm.discovery.dynamics.systems._shooting import refine, rescaled
from nalm.discovery.dynamics.systems._system import independent, slopes
from nalm.discovery.dynamics.systems._terms import criterion, merged, separated, simplified
from nalm.symbolic import Call, Power, Product, Sum
from tests.discovery.dynamics._trajectories import (
    ONE,
    PREDATOR,
    PREY,
    lotka_volterra,
    noisy,
    solve,
    term,
)


def fitted(system, t, states):
    data = smooth_trajectories(read(t, states)[0])
    points = nodes(data, columns=(0, 1), time=False, held=np.zeros(len(t), dtype=bool))
    points = rescaled(points, refine(system, points))
    return refine(system, points), points


def test_summands_become_terms_and_the_equations_stay():
    x = np.random.default_rng(0).uniform(1, 2, (5, 2))
    system = independent((PREY, PREDATOR))
    assert len(separated(system).terms) == 4
    assert slopes(separated(system), x) == pytest.approx(slopes(system, x))


def test_terms_of_one_equation_that_differ_in_a_factor_become_one():
    twice = Sum((term(0.4, (0, ONE)), term(-1.0, (0, 2 * ONE)), term(0.6, (0, ONE))))
    system = merged(separated(independent((twice, PREDATOR))))
    assert system.formulas[0] == Sum((term(-1.0, (0, 2 * ONE)), term(1.0, (0, ONE))))
    assert system.formulas[1] == PREDATOR
    again = independent((PREY, PREDATOR))
    assert merged(separated(again)).terms == separated(again).terms


def test_a_term_that_cancels_goes():
    nothing = Sum((term(0.5, (0, ONE)), term(-0.5, (0, ONE)), term(2.0, (1, ONE))))
    assert merged(separated(independent((nothing,)))).formulas == (Sum((term(2.0, (1, ONE)),)),)


@pytest.mark.parametrize("share", [0.0, 0.01])
def test_shared_terms_exact_exponents_and_idle_terms_are_found(share):
    start = independent(
        (
            Sum((term(1.45, (0, ONE)), term(-0.99, (0, 1.02), (1, 0.98)), term(0.01, (1, ONE)))),
            Sum((term(1.02, (0, 0.99), (1, 1.01)), term(-2.9, (1, 0.97)))),
        )
    )
    before, points = fitted(separated(start), *lotka_volterra(share=share))
    after = simplified(before, points)
    exponents = {power.exponent for term in after.system.terms for power in term.terms[0].powers}
    assert exponents == {Fraction(1)}
    assert len(after.system.terms) == 3  # the interaction is one term of both equations
    assert criterion(after) <= criterion(before)


def test_what_the_data_need_stays():
    bent = independent((Sum((term(-0.7, (0, 1.37)),)), Sum((term(0.5, (0, 0.63)),))))
    t = np.linspace(0, 3, 80)
    states = noisy(solve(bent.formulas, t, [4.0, 1.0]), 1e-4)
    after = simplified(*fitted(bent, t, states))
    found = [power.exponent for term in after.system.terms for power in term.terms[0].powers]
    assert found == pytest.approx([1.37, 0.63], abs=0.02)


def test_a_term_of_nothing_inside_of_a_sum_goes():
    base = Sum((Product(Fraction(1)), term(1e-9, (0, 2 * ONE))))
    start = Sum((Product(-0.7, (Power(0, ONE), Power(base, -ONE))),))
    t = np.linspace(0, 3, 80)
    states = solve([Sum((term(-0.7, (0, ONE)),)), Sum((term(-0.2, (1, ONE)),))], t, [4.0, 1.0])
    system = independent((start, Sum((term(-0.2, (1, ONE)),))))
    after = simplified(*fitted(system, t, states))
    assert [each.terms[0].powers for each in after.system.formulas] == [
        (Power(0, ONE),),
        (Power(1, ONE),),
    ]


def test_moves_that_share_terms_differently_are_all_tried(monkeypatch):
    """Three like terms: two joined leave the same terms, whichever two they were."""
    alike = Sum((term(0.4, (0, ONE)),)), Sum((term(0.6, (0, ONE)),)), Sum((term(0.5, (0, ONE)),))
    system = independent(alike)
    seen = []

    def refine(system, nodes, *, iterations):
        seen.append((system.terms, system.balance.tobytes()))

    monkeypatch.setattr(_terms, "refine", refine)
    moves = [(alike[:2], np.array(b)) for b in ([[1, 0], [0, 1], [1, 0]], [[1, 0], [0, 1], [0, 1]])]
    made = [replace(system, terms=terms, balance=balance) for terms, balance in moves]
    points = SimpleNamespace(deadline=np.inf)
    monkeypatch.setattr(_terms, "replace", lambda nodes, **changes: nodes)
    monkeypatch.setattr(_terms, "criterion", lambda refined, share: np.inf)
    start = SimpleNamespace(states=None, covariance=np.eye(1))
    found = _terms._first_accepted(
        start, points, lambda refined: iter(made), current=0.0, share=1.0, tried=set()
    )
    assert found is None
    assert len(set(seen)) == 2


def test_a_phase_of_a_quarter_turn_becomes_exact():
    t = np.linspace(0, 6, 120)
    angle = Sum((term(ONE, (0, ONE)),))
    cosine = Sum((term(1.0, (Call("cos", angle), ONE)),))
    states = noisy(solve([Sum((term(1.0, (1, ONE)),)), cosine], t, [0.3, 0.2]), 0.01)
    angle = Sum((*angle.terms, term(1.56)))
    start = independent((Sum((term(1.0, (1, ONE)),)), Sum((term(1.0, (Call("sin", angle), ONE)),))))
    refined, points = fitted(start, t, states)
    (second,) = simplified(refined, points).system.formulas[1].terms
    assert second.powers == (Power(Call("cos", Sum((term(ONE, (0, ONE)),))), ONE),)
