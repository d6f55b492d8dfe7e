import math
from dataclasses import replace

import pytest

from nalm.discovery.dynamics.verdict._verdict import Evidence, verdict
from nalm.discovery.result._candidate import Verdict

GOOD = Evidence(inner=1.0, outer=1.1, relative=0.01, rows=50, inner_rows=150)


@pytest.mark.parametrize(
    ("change", "decision", "words"),
    [
        ({}, Verdict.LAW, "no more than the noise"),
        ({"rows": 3}, Verdict.UNDECIDED, "Only 3 measurements"),
        ({"inner": 4.0}, Verdict.APPROXIMATION, "4 times their noise"),
        ({"inner": 1.6}, Verdict.APPROXIMATION, "1.6 times their noise"),
        ({"inner": 1.6, "inner_rows": 20}, Verdict.LAW, "no more than the noise"),
        ({"outer": 9.0}, Verdict.APPROXIMATION, "9 times the noise"),
        ({"outer": math.inf}, Verdict.APPROXIMATION, "no solution"),
        ({"pattern": 7.0}, Verdict.APPROXIMATION, "something regular"),
        ({"rivals": 1, "odds": 3.0}, Verdict.UNDECIDED, "1 other form does nearly as well (odds 3"),
        ({"rivals": 2, "odds": 3.0}, Verdict.UNDECIDED, "2 other forms do"),
        ({"loose": 0.5}, Verdict.UNDECIDED, "open by ± 0.5"),
        ({"neat": False}, Verdict.UNDECIDED, "no neat numbers"),
        ({"numbers": 9}, Verdict.UNDECIDED, "9 constants"),
        ({"numbers": 5, "freedom": 5.5}, Verdict.UNDECIDED, "5 constants"),
        ({"numbers": 5, "inner_rows": 16}, Verdict.UNDECIDED, "16 measurements are few"),
        ({"numbers": 5, "alone": True}, Verdict.UNDECIDED, "5 constants"),
        ({"numbers": 5}, Verdict.LAW, "no more than the noise"),
        ({"inner": 1.7, "spare": 12}, Verdict.LAW, "no more than the noise"),
        ({"inner": 1.9, "spare": 5}, Verdict.UNDECIDED, "leaves nothing over"),
        ({"inner": 3.1, "spare": 0}, Verdict.APPROXIMATION, "3.1 times their noise"),
        ({"few": True}, Verdict.UNDECIDED, "none is left to test it"),
        ({"given": True}, Verdict.UNDECIDED, "Its form was given"),
        ({"given": True, "inner": 4.0}, Verdict.APPROXIMATION, "4 times their noise"),
        ({"complete": False}, Verdict.UNDECIDED, "The time was up"),
    ],
)
def test_each_doubt_is_said(change, decision, words):
    found, reason = verdict(replace(GOOD, **change))
    assert found is decision
    assert words in reason
