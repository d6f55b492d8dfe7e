import pytest

from nalm import NMU
from nalm.reports.model._places import by_setting
from tests.reports.model._trained import SETTINGS, setting, trained


def places(*settings):
    return [labels["place"] for labels, _ in by_setting([trained(each, 0) for each in settings])]


def test_runs_are_grouped_by_their_setting():
    runs = [trained(each, seed) for seed in range(2) for each in SETTINGS]
    assert [[run.seed for run in own] for _, own in by_setting(runs)] == [[0, 1]] * 3


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ([setting(), setting(NMU)], ["[1,2)", "[1,2)"]),
        ([setting(), setting(low=3.0)], ["[1,2)", "[3,4)"]),
    ],
)
def test_a_place_says_what_differs_and_nothing_twice(settings, expected):
    assert places(*settings) == expected
