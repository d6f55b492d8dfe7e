import numpy as np

from nalm.discovery import SearchOptions, Strategy, Verdict, search
from nalm.discovery.stages.functions._sums_stage import FunctionSums
from nalm.symbolic import to_text
from tests.discovery._laws import table

ALONE = Strategy(stages=(FunctionSums(),))


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
