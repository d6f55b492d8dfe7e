import numpy as np
import pytest

from nalm.discovery import SearchOptions, Strategy, Verdict, search
from nalm.discovery.stages.functions._sums_stage import FunctionSums, ShortSums
from nalm.symbolic import to_text
from tests.discovery._laws import table

ALONE = Strategy(stages=(FunctionSums(),))


@pytest.mark.thorough
def test_two_magnets_are_found():
    data = table(lambda x, y: 0.5 * np.sin(x - y) - np.sin(x), [(0, 6), (0, 6)], rows=250)
    found = search(data, SearchOptions(strategy=ALONE))
    chosen = to_text(found.candidates[found.chosen].formula, ["x", "y"])
    assert chosen == "sin(x - y)/2 - sin(x)"
    assert found.verdict is Verdict.LAW


def test_without_functions_it_is_not_due():
    data = table(np.sin, [(0, 7)])
    found = search(data, SearchOptions(strategy=ALONE, functions=()))
    assert "sin" not in to_text(found.candidates[found.chosen].formula, ["x"])


@pytest.mark.parametrize(
    ("law", "ranges", "expected"),
    [
        (lambda e, t: (e - 1.2) / t, [(0.2, 3), (0.5, 2)], "x0/x1 - 1.2/x1"),
        (
            lambda w, i, c, r: w * i / r - 1 / (w * c * r),
            [(1, 3), (1, 3), (0.2, 1), (1, 3)],
            "x0*x1/x3 - 1/(x0*x2*x3)",
        ),
    ],
    ids=["over an input", "of products of three"],
)
def test_short_sums_are_found_in_a_moment(law, ranges, expected):
    data = table(law, ranges, rows=100, constant=0.01)
    found = search(data, SearchOptions(strategy=Strategy(stages=(ShortSums(),))))
    chosen = found.candidates[found.chosen].formula
    written = to_text(chosen, [f"x{k}" for k in range(4)], digits=2)
    assert written == expected
