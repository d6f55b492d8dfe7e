from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.candidates._ranking import judge
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.systems._system import independent
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, lotka_volterra, term

DATA = smooth_trajectories(read(*lotka_volterra(share=0.01))[0])
HELD = outermost(DATA)
LINE = Sum((term(1.0, (0, ONE)), term(-1.0, (1, ONE))))
LONGER = Sum((*PREY.terms, term(0.01, (1, 2 * ONE))))
ROOT_OF_NEGATIVE = Sum((term(1.0, (Sum((term(-ONE, (0, ONE)),)), 0.5)),))


def judged(formula):
    return judge(independent((formula,), (0,)), DATA, time=False, held=HELD)


def test_the_law_scores_better_than_a_line_a_longer_law_and_what_has_no_solution():
    law, line, longer, lost = (judged(f) for f in (PREY, LINE, LONGER, ROOT_OF_NEGATIVE))
    assert law.score < longer.score < line.score < lost.score
    assert law.outer[0] < 1.5 < line.outer[0]
    assert lost.score == lost.bic == np.inf


def test_a_joint_system_is_judged_state_by_state():
    both = judge(independent((PREY, PREDATOR)), DATA, time=False, held=HELD)
    assert both.inner == pytest.approx([1, 1], abs=0.3)
    assert both.outer == pytest.approx([1, 1], abs=0.5)
    assert (both.relative < 0.05).all()


def test_after_its_deadline_a_system_is_worse_and_says_that_it_was_cut():
    system = independent((LINE, PREDATOR))
    late = judge(system, replace(DATA, deadline=0.0), time=False, held=HELD)
    assert late.cut
    assert late.score > judge(system, DATA, time=False, held=HELD).score
    assert not judge(system, DATA, time=False, held=HELD).cut
