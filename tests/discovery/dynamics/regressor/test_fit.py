import time
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.candidates._library_candidates import candidate
from nalm.discovery.dynamics.measurements._conserved import constrained
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor._fit import assemble, searched, unrefined
from nalm.discovery.dynamics.systems._system import numbers
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.symbolic import Sum, evaluate, parameters
from tests.discovery.dynamics._trajectories import (
    INFECTED,
    ONE,
    PREDATOR,
    PREY,
    SUSCEPTIBLE,
    found,
    lotka_volterra,
    noisy,
    solve,
    term,
)

FLAT = Sum((term(1.0),))
LINE = Sum((term(1.2, (0, ONE)), term(-1.0, (1, ONE))))
NEAR = Sum((term(1.4, (0, 1.01)), term(-1.1, (0, 0.98), (1, 1.02))))


def fitted(data, searches, groups=(), seconds=None):
    budget = Budget.start(seconds)
    candidates = searched(searches, [0, 1])
    return assemble(data, candidates, groups=groups, time=False, budget=budget)


def test_the_law_is_chosen_refined_and_made_exact():
    data = smooth_trajectories(read(*lotka_volterra(share=0.01))[0])
    result = fitted(data, [found([LINE, NEAR]), found([PREDATOR, FLAT])])
    x = np.array([[2.0, 1.5], [0.5, 4.0]])
    for state, law in enumerate((PREY, PREDATOR)):
        discovery = result.discoveries[state]
        chosen = discovery.candidates[discovery.chosen]
        assert discovery.verdict is Verdict.LAW
        assert evaluate(chosen.formula, x) == pytest.approx(evaluate(law, x), rel=0.02, abs=0.02)
        assert len(chosen.covariance) == len(parameters(chosen.formula))
        assert chosen.formula == result.system.formulas[state]
        assert chosen.extrapolation_error < 0.02
    assert len(result.system.terms) == 3
    assert len(result.covariance) == len(numbers(result.system))
    complexities = [each.complexity for each in result.discoveries[0].candidates]
    assert complexities == sorted(complexities)


def test_the_wrong_form_is_called_an_approximation():
    t = np.linspace(0, 20, 150)
    rates = lambda _, x: [x[1], -np.sin(x[0])]  # noqa: E731  (a pendulum, almost upright)
    swing = solve_ivp(rates, (0, 20), [2.9, 0.0], t_eval=t, rtol=1e-9, atol=1e-9).y.T
    data = smooth_trajectories(read(t, noisy(swing, 0.001))[0])
    only = [found([Sum((term(1.0, (1, ONE)),))]), found([Sum((term(-1.0, (0, ONE)),))])]
    result = fitted(data, only)
    assert result.discoveries[1].verdict is Verdict.APPROXIMATION


def test_fractional_fluxes_are_shared_by_a_conserved_group():
    t = np.linspace(0, 50, 80)
    two = solve([SUSCEPTIBLE, INFECTED], t, [90.0, 0.5])
    states = noisy(np.column_stack([two, 91.0 - two.sum(axis=1)]), 1e-3)
    data = constrained(smooth_trajectories(read(t, states)[0]), ((0, 1, 2),))
    start = Sum((term(-0.055, (0, 0.52), (1, 0.49)),))
    result = fitted(data, [found([start]), found([INFECTED])], groups=((0, 1, 2),))
    assert len(result.system.terms) == 2
    assert [each.verdict for each in result.discoveries] == [Verdict.LAW] * 3
    assert sorted(np.abs(numbers(result.system))) == pytest.approx([0.05, 0.06], rel=0.01)
    assert result.system.balance.sum(axis=0) == pytest.approx([0.0, 0.0])


def test_without_time_there_is_an_answer_that_says_so():
    data = smooth_trajectories(read(*lotka_volterra(share=0.01))[0])
    many = found([NEAR, LINE, FLAT, PREDATOR, *[Sum((term(float(k), (0, ONE)),)) for k in (1, 2)]])
    begin = time.process_time()
    result = fitted(data, [many, many], seconds=1e-3)
    assert time.process_time() - begin < 2.0
    for each in result.discoveries:
        assert each.verdict is Verdict.UNDECIDED
        assert each.reason.kind is ReasonKind.NOT_INTEGRATED


def test_an_interrupt_leaves_the_searches_choice():
    data = smooth_trajectories(read(*lotka_volterra(rows=60))[0])
    result = unrefined(data, searched([found([PREY])], [0]), groups=((0, 1),))
    assert result.system.formulas[0] == PREY
    assert not result.discoveries[1].complete
    assert result.discoveries[1].candidates[0].formula == result.system.formulas[1]
    assert_covariances_fit(result)


def assert_covariances_fit(equations):
    """A file of anything else could not be read again."""
    for discovery in equations.discoveries:
        for each in discovery.candidates:
            assert len(each.covariance) == len(parameters(each.formula))


def test_what_could_not_be_integrated_has_no_other_formulas_covariance():
    data = smooth_trajectories(read(*lotka_volterra(rows=60))[0])
    explodes = Sum((term(40.0, (0, 3 * ONE)), term(9.0, (1, 2 * ONE)), term(5.0)))
    exact = found([Sum((term(ONE, (0, ONE)),))])  # whose covariance is empty
    known = searched([exact, found([PREDATOR])], [0, 1])
    own = tuple(candidate(formula, exact) for formula in (PREY, explodes))
    known = replace(known, pools=(own, known.pools[1]))
    result = assemble(data, known, groups=(), time=False, budget=Budget.start(None))
    assert not np.isfinite([each.bic for each in result.discoveries[0].candidates]).all()
    assert_covariances_fit(result)
