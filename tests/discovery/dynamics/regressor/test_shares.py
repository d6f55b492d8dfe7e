import warnings
from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.candidates._library_candidates import library_candidates
from nalm.discovery.dynamics.candidates._search import plan
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor import _shares
from nalm.discovery.dynamics.regressor._shares import (
    SEARCHED,
    searching_until,
    warn_unfinished,
)
from nalm.discovery.dynamics.systems._system import independent
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.errors import UnfinishedWarning
from tests.discovery.dynamics._trajectories import PREDATOR, PREY, found, lotka_volterra

BUDGET = Budget(begin=0.0, end=20.0)


def equations(*outcomes):
    """Equations of prey and predator, from (complete, verdict, kind of reason)."""
    numbers = {"count": 1, "odds": 3.0, "ratio": 2.0}
    return Equations(
        system=independent((PREY, PREDATOR)),
        covariance=np.eye(4),
        sigma=np.ones(2),
        discoveries=tuple(
            replace(found([PREY]), complete=complete, verdict=verdict,
                    reason=Reason(kind, numbers))
            for complete, verdict, kind in outcomes
        ),
    )  # fmt: skip


LAW = (True, Verdict.LAW, ReasonKind.SOLUTION_PREDICTS)
CUT = (False, Verdict.UNDECIDED, ReasonKind.SEARCH_STOPPED)
RIVAL = (False, Verdict.UNDECIDED, ReasonKind.OTHER_EQUATIONS)
LATE = (True, Verdict.UNDECIDED, ReasonKind.NOT_INTEGRATED)


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ((LAW, CUT), "search for right-hand sides of 'b' was stopped by its share of `max_time` = "
         "20 s: a better equation may have been missed"),
        ((RIVAL, RIVAL), "of 'a' and 'b' was .* the verdict does not depend on it"),
        ((LATE, LAW), "integration of the candidates of 'a' was .* it is called no law"),
    ],
)  # fmt: skip
def test_what_was_cut_short_and_whether_it_matters_is_said(outcomes, message):
    with pytest.warns(UnfinishedWarning, match=message):
        warn_unfinished(equations(*outcomes), names=("a", "b"), budget=BUDGET)


def test_nothing_is_said_of_a_fit_that_came_to_its_end():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_unfinished(equations(LAW, LAW), names=("a", "b"), budget=BUDGET)


@pytest.mark.parametrize(("seconds", "more"), [(1e-3, False), (1e4, True), (None, True)])
def test_searches_have_what_integrating_leaves_them(seconds, more):
    trajectories, names = read(*lotka_volterra(rows=40))
    data = smooth_trajectories(trajectories)
    planned = plan(data, names, states=[0, 1], time=False)
    known = library_candidates(data, planned, states=[0, 1])
    budget = Budget.start(seconds)
    until = searching_until(
        data, planned, known=known, states=[0, 1], time=False, budget=budget
    )  # fmt: skip
    assert (until > budget.until(SEARCHED) or until == np.inf) is more
    assert until >= budget.until(SEARCHED)


def test_the_trial_integrations_end_with_the_share_of_the_searches(monkeypatch):
    trajectories, names = read(*lotka_volterra(rows=40))
    data = smooth_trajectories(trajectories)
    planned = plan(data, names, states=[0, 1], time=False)
    known = library_candidates(data, planned, states=[0, 1])
    deadlines = []
    monkeypatch.setattr(
        _shares, "judge", lambda system, data, **options: deadlines.append(data.deadline)
    )
    budget = Budget.start(1e4)
    searching_until(data, planned, known=known, states=[0, 1], time=False, budget=budget)
    assert deadlines == [budget.until(SEARCHED)] * 2
