from dataclasses import replace

import numpy as np

from nalm.discovery.dynamics.candidates._joint import Chosen
from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.candidates._ranking import judge
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories, table
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.systems._system import independent
from nalm.discovery.dynamics.verdict._rivals import rivals
from nalm.discovery.dynamics.verdict._verdict_rules import DYNAMICS_VERDICT_RULES
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import (
    ONE,
    PREDATOR,
    PREY,
    lotka_volterra,
    noisy,
    solve,
    term,
)

T = np.linspace(0.0, 1.0, 60)
DECAY = Sum((term(-0.5, (0, ONE)),))
CONSTANT = Sum((term(-1.0),))


def count(states, formulas, t=T, **rules):
    data = smooth_trajectories(read(t, states)[0])
    systems = [independent(each) for each in formulas]
    held = outermost(data)
    tried = {(k,): judge(s, data, time=False, held=held) for k, s in enumerate(systems)}
    best = min(tried.values(), key=lambda each: each.score)
    chosen = Chosen(places={0: 0}, judged=best, tried=tried, complete=True)
    system, covariance = best.refined.system, best.refined.covariance
    known = {"covariance": covariance, "x": table(data, time=False)}
    changed = replace(DYNAMICS_VERDICT_RULES, **rules)
    return rivals(chosen, system, state=0, rules=changed, **known)


def test_a_short_noisy_trajectory_leaves_two_laws():
    number, odds = count(noisy(solve([DECAY], T, [2.0]), 0.3), [(DECAY,), (CONSTANT,)])
    assert number == 1
    assert 1 <= odds < 20
    for rule in ({"close": 0.0}, {"apart": 1e3}, {"certain": 1e3}, {"certain_on": 1.0}):
        noise = noisy(solve([DECAY], T, [2.0]), 0.3)
        assert count(noise, [(DECAY,), (CONSTANT,)], **rule)[0] == 0


def test_a_clear_one_leaves_none():
    assert count(noisy(solve([DECAY], T, [2.0]), 1e-3), [(DECAY,), (CONSTANT,)])[0] == 0


def test_the_same_law_in_another_form_is_no_rival():
    t, states = lotka_volterra(share=0.01)
    factored = Sum((term(1.0, (0, ONE), (Sum((term(1.5), term(-ONE, (1, ONE)))), ONE)),))
    assert count(states, [(PREY, PREDATOR), (factored, PREDATOR)], t)[0] == 0
