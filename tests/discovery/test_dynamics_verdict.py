import math

import pytest

from nalm.discovery._candidate import Verdict
from nalm.discovery._dynamics_verdict import verdict

GOOD = {"inner": 1.0, "outer": 1.1, "relative": 0.01, "rows": 50, "rivals": 0, "loose": 0.01}


@pytest.mark.parametrize(
    ("change", "decision", "words"),
    [
        ({}, Verdict.LAW, "no more than the noise"),
        ({"rows": 3}, Verdict.UNDECIDED, "Only 3 measurements"),
        ({"inner": 4.0}, Verdict.APPROXIMATION, "4 times their noise"),
        ({"outer": 9.0}, Verdict.APPROXIMATION, "9 times the noise"),
        ({"outer": math.inf}, Verdict.APPROXIMATION, "no solution"),
        ({"rivals": 1}, Verdict.UNDECIDED, "1 other form does"),
        ({"rivals": 2}, Verdict.UNDECIDED, "2 other forms do"),
        ({"loose": 0.5}, Verdict.UNDECIDED, "open by ± 0.5"),
    ],
)
def test_each_doubt_is_said(change, decision, words):
    found, reason = verdict(**{**GOOD, **change})
    assert found is decision
    assert words in reason
