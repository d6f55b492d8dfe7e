import numpy as np

from nalm.discovery._dynamics_data import courses
from nalm.discovery._dynamics_ranking import judge, outermost, rank
from nalm.discovery._dynamics_report import Equations, Ranked, report_state
from nalm.discovery._dynamics_system import independent
from nalm.discovery._trajectories import read
from nalm.symbolic import Sum
from tests.discovery._courses import ONE, PREDATOR, PREY, found, lotka_volterra, term

DATA = courses(read(*lotka_volterra(rows=80, share=0.01))[0])
HELD = outermost(DATA)
LINE = Sum((term(1.2, (0, ONE)), term(-1.0, (1, ONE))))


def ranked(formulas, state):
    discovery = found(formulas)
    judged = rank(formulas, DATA, state=state, time=False, held=HELD)
    pool = list(discovery.candidates)
    return Ranked(discovery=discovery, pool=pool, judged=judged, chosen=0, close=[0, 1])


def test_candidates_are_those_of_the_search_measured_by_integration():
    judged = judge(independent((PREY, PREDATOR)), DATA, time=False, held=HELD)
    fitted = judged.refined
    equations = Equations(
        system=fitted.system, covariance=fitted.covariance, sigma=DATA.sigma, discoveries=()
    )
    both = {0: ranked([PREY, LINE], 0), 1: ranked([PREDATOR, LINE], 1)}
    report = report_state(equations, DATA, ranked=both, state=0, judged=judged, groups=())
    chosen = report.candidates[report.chosen]
    (other,) = (each for each in report.candidates if each is not chosen)
    assert chosen.formula == fitted.system.formulas[0]
    assert chosen.r2 > 0.99
    assert other.bic > both[0].judged[0].bic
    assert other.extrapolation_error > chosen.extrapolation_error
    assert set(report.outer_rows) == set(np.flatnonzero(HELD).tolist())
    assert not set(report.outer_rows) & set(report.inner_rows)
