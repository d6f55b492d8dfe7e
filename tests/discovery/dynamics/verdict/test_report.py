from types import SimpleNamespace

import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._candidates import rank
from nalm.discovery.dynamics.candidates._joint import choose
from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.verdict import _report
from nalm.discovery.dynamics.verdict._report import FittedSystem, report_state
from nalm.discovery.dynamics.verdict._verdict_rules import DYNAMICS_VERDICT_RULES
from nalm.discovery.result._candidate import Verdict
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, found, lotka_volterra, term

DATA = smooth_trajectories(read(*lotka_volterra(rows=80, share=0.01))[0])
HELD = outermost(DATA)
LINE = Sum((term(1.2, (0, ONE)), term(-1.0, (1, ONE))))


def ranked(formulas, state):
    search = found(formulas)
    return rank(DATA, search, pool=search.candidates, state=state, time=False, held=HELD)


def outcome(second):
    both = {0: ranked([PREY, LINE], 0), 1: ranked([second], 1)}
    chosen = choose(DATA, both, groups=(), time_is_input=False, held=HELD)
    fitted = chosen.judged.refined
    return FittedSystem(
        ranked=both, chosen=chosen, judged=chosen.judged, fitted=fitted, sigma=DATA.sigma
    )


def test_candidates_are_those_of_the_search_measured_by_integration():
    laws = outcome(PREDATOR)
    report = report_state(laws, DATA, state=0, groups=())
    chosen = report.candidates[report.chosen]
    (other,) = (each for each in report.candidates if each is not chosen)
    assert chosen.formula == laws.fitted.system.formulas[0]
    assert chosen.r2 > 0.99
    assert other.extrapolation_error > chosen.extrapolation_error
    assert set(report.outer_rows) == set(np.flatnonzero(HELD).tolist())
    assert not set(report.outer_rows) & set(report.inner_rows)


def test_a_wrong_equation_is_no_law():
    assert report_state(outcome(LINE), DATA, state=1, groups=()).verdict is Verdict.APPROXIMATION


@pytest.mark.parametrize(("share", "spare"), [(0.1, 60.0), (0.9, 0.0)])
def test_noise_as_large_as_the_motion_rests_on_nothing(share, spare):
    values = np.sin(np.linspace(0.0, 9.0, 80))[:, None]
    data = SimpleNamespace(measured=values, relative=(False,), sigma=share * values.std(axis=0))
    assert _report._spare(data, 0, 20.0, rules=DYNAMICS_VERDICT_RULES) == spare


@pytest.mark.parametrize(
    ("sigma", "inner", "noisy"), [(1e-7, 0.1, False), (0.01, 1.0, True), (1.0, 0.1, True)]
)
def test_what_is_little_beside_a_great_noise_is_no_rounding(sigma, inner, noisy):
    """Rows far apart: their curves take the motion for noise."""
    values = np.linspace(0.0, 1.0, 30)[:, None]
    spread = values.std(axis=0)
    data = SimpleNamespace(measured=values, relative=(False,), sigma=sigma * spread)
    assert _report._is_noisy(inner, data, state=0, rules=DYNAMICS_VERDICT_RULES) == noisy
