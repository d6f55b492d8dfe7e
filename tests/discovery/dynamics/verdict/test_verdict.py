import math
from dataclasses import replace

import pytest

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.discovery.dynamics.verdict._verdict import Evidence, verdict
from nalm.discovery.dynamics.verdict._verdict_rules import DYNAMICS_VERDICT_RULES

GOOD = Evidence(inner=1.0, outer=1.1, relative=0.01, rows=50, inner_rows=150)
RULES = DYNAMICS_VERDICT_RULES
LAW = Reason(ReasonKind.SOLUTION_PREDICTS, {"error": 0.01})


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"inner": 1.6, "inner_rows": 20},
        {"numbers": 5},
        {"inner": 1.7, "spare": 12},
        {"outer": 1.5, "begun": 25},
        {"cut": True},
    ],
)
def test_what_is_within_the_noise_is_a_law(change):
    assert verdict(replace(GOOD, **change), RULES) == (Verdict.LAW, LAW)


@pytest.mark.parametrize(
    ("change", "kind", "numbers"),
    [
        ({"inner": 4.0}, ReasonKind.SOLUTION_MISSES, {"ratio": 4.0}),
        ({"inner": 40.0, "smooth": 0.1}, ReasonKind.SOLUTION_MISSES, {"ratio": 40.0}),
        ({"inner": 1.6}, ReasonKind.SOLUTION_MISSES, {"ratio": 1.6}),
        (
            {"outer": 1.5},
            ReasonKind.SOLUTION_MISSES_HELD_OUT,
            {"ratio": 1.5, "error": 0.01},
        ),
        ({"inner": 3.1, "spare": 0}, ReasonKind.SOLUTION_MISSES, {"ratio": 3.1}),
        ({"given": True, "inner": 4.0}, ReasonKind.SOLUTION_MISSES, {"ratio": 4.0}),
        ({"outer": 9.0}, ReasonKind.SOLUTION_MISSES_HELD_OUT, {"ratio": 9.0, "error": 0.01}),
        ({"outer": math.inf}, ReasonKind.NO_SOLUTION, {}),
        ({"pattern": 7.0}, ReasonKind.CORRELATED_IN_TIME, {"deviations": 7.0}),
    ],
)
def test_what_the_data_contradict_is_an_approximation(change, kind, numbers):
    assert verdict(replace(GOOD, **change), RULES) == (Verdict.APPROXIMATION, Reason(kind, numbers))


@pytest.mark.parametrize(
    ("change", "kind", "numbers"),
    [
        ({"rows": 3}, ReasonKind.FEW_HELD_OUT, {"rows": 3}),
        ({"rivals": 2, "odds": 3.0}, ReasonKind.OTHER_EQUATIONS, {"count": 2, "odds": 3.0}),
        ({"loose": 0.5}, ReasonKind.OPEN_EXPONENT, {"error": 0.5}),
        ({"neat": False}, ReasonKind.FLEXIBLE_SUM, {}),
        ({"numbers": 9}, ReasonKind.MANY_CONSTANTS_IN_TIME, {"constants": 9}),
        ({"numbers": 5, "freedom": 5.5}, ReasonKind.MANY_CONSTANTS_IN_TIME, {"constants": 5}),
        ({"numbers": 5, "alone": True}, ReasonKind.MANY_CONSTANTS_IN_TIME, {"constants": 5}),
        (
            {"numbers": 5, "inner_rows": 16},
            ReasonKind.FEW_MEASUREMENTS,
            {"rows": 16, "constants": 5},
        ),
        ({"inner": 1.9, "spare": 5}, ReasonKind.NOISE_UNKNOWN, {}),
        ({"few": True}, ReasonKind.CHOSEN_ON_ALL_ROWS, {}),
        ({"given": True}, ReasonKind.FORM_GIVEN, {}),
        ({"complete": False}, ReasonKind.NOT_INTEGRATED, {}),
        ({"cut": True, "inner": math.inf, "outer": math.inf}, ReasonKind.NOT_INTEGRATED, {}),
        ({"cut": True, "inner": 9.0}, ReasonKind.NOT_INTEGRATED, {}),
        ({"searched": False}, ReasonKind.SEARCH_STOPPED, {}),
        ({"other_noise": 50.0}, ReasonKind.NOISE_RELATIVE, {"odds": math.exp(25.0)}),
        (
            {"other_noise": 50.0, "proportional": True},
            ReasonKind.NOISE_CONSTANT,
            {"odds": math.exp(25.0)},
        ),
        ({"inner": 40.0, "smooth": 4e-3}, ReasonKind.SMOOTH_DEVIATION, {"size": 4e-3}),
    ],
)
def test_each_doubt_is_said(change, kind, numbers):
    assert verdict(replace(GOOD, **change), RULES) == (Verdict.UNDECIDED, Reason(kind, numbers))


@pytest.mark.parametrize(
    ("rule", "evidence"),
    [
        ({"fewest": 51}, {}),
        ({"misfit_many": 0.5}, {"inner": 0.9}),
        ({"misfit": 0.8}, {}),
        ({"margin": 0.0}, {}),
        ({"correlated": 1.0}, {"pattern": 2.0}),
        ({"rows_each": 200}, {}),
        ({"fewest_spare": 20.0}, {"spare": 15.0}),
        ({"loose": 0.01}, {"loose": 0.02}),
        ({"many": 1}, {"numbers": 2}),
        ({"many_alone": 1}, {"numbers": 2, "alone": True}),
        ({"misfit_unsure": 1.0}, {"inner": 1.6, "spare": 12}),
        ({"false_alarm": 0.5}, {"inner": 1.6, "spare": 12}),
    ],
)
def test_each_rule_decides(rule, evidence):
    given = replace(GOOD, **evidence)
    assert verdict(given, RULES)[0] is Verdict.LAW
    assert verdict(given, replace(RULES, **rule))[0] is not Verdict.LAW
