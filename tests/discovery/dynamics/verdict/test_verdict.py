import math
from dataclasses import replace

import pytest

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.discovery.dynamics.verdict._verdict import Evidence, verdict

GOOD = Evidence(inner=1.0, outer=1.1, relative=0.01, rows=50, inner_rows=150)
LAW = Reason(ReasonKind.SOLUTION_PREDICTS, {"error": 0.01})


@pytest.mark.parametrize(
    "change",
    [{}, {"inner": 1.6, "inner_rows": 20}, {"numbers": 5}, {"inner": 1.7, "spare": 12}],
)
def test_what_is_within_the_noise_is_a_law(change):
    assert verdict(replace(GOOD, **change)) == (Verdict.LAW, LAW)


@pytest.mark.parametrize(
    ("change", "kind", "numbers"),
    [
        ({"inner": 4.0}, ReasonKind.SOLUTION_MISSES, {"ratio": 4.0}),
        ({"inner": 1.6}, ReasonKind.SOLUTION_MISSES, {"ratio": 1.6}),
        ({"inner": 3.1, "spare": 0}, ReasonKind.SOLUTION_MISSES, {"ratio": 3.1}),
        ({"given": True, "inner": 4.0}, ReasonKind.SOLUTION_MISSES, {"ratio": 4.0}),
        ({"outer": 9.0}, ReasonKind.SOLUTION_MISSES_HELD_OUT, {"ratio": 9.0, "error": 0.01}),
        ({"outer": math.inf}, ReasonKind.NO_SOLUTION, {}),
        ({"pattern": 7.0}, ReasonKind.CORRELATED_IN_TIME, {"deviations": 7.0}),
    ],
)
def test_what_the_data_contradict_is_an_approximation(change, kind, numbers):
    assert verdict(replace(GOOD, **change)) == (Verdict.APPROXIMATION, Reason(kind, numbers))


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
    ],
)
def test_each_doubt_is_said(change, kind, numbers):
    assert verdict(replace(GOOD, **change)) == (Verdict.UNDECIDED, Reason(kind, numbers))
