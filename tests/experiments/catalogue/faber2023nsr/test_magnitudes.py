import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._faber2023nsr._magnitudes import all_points, pairs, with_others
from nalm.tasks import Comparison
from tests.experiments.catalogue._training import train


@pytest.mark.parametrize("comparison", Comparison, ids=str)
def test_pairs_are_neighbours_at_their_magnitude(comparison):
    tests = pairs(comparison, base=10, powers=range(1, 13), scale=0.5)
    assert [each.name for each in tests][::11] == ["10^1", "10^12"]
    for power, each in enumerate(tests, start=1):
        (start, *_), *_ = each.rows
        assert 10**power <= start < 10 ** (power + 1)
        assert {abs(a - b) for a, b in each.rows} == {0, 0.5, 1, 1.5, 2, 2.5}


def test_half_of_the_pairs_are_equal_where_that_is_asked():
    (tests,) = pairs(Comparison.EQUAL, base=2, powers=range(5, 6))
    assert len(tests.rows) == 20
    assert sum(a == b for a, b in tests.rows) == 10
    (tests,) = pairs(Comparison.GREATER, base=2, powers=range(5, 6))
    assert len(tests.rows) == 22
    assert all((b, a) in tests.rows for a, b in tests.rows)


def test_others_follow_the_pair():
    compared = pairs(Comparison.LESS, base=2, powers=range(3, 5))
    tests = with_others(compared, count=3, bound=100)
    points = all_points(tests).values
    assert [row[:2] for row in points] == list(all_points(compared).values)
    others = {x for row in points for x in row[2:]}
    assert max(others) <= 100
    assert min(others) >= -100
    assert len(others) > 50


def test_errors_are_measured_at_each_magnitude():
    experiment = entries()["faber2023nsr/comparisons"]
    (setting,) = [s for s in experiment.settings if s.unit == "NSR" and s.task.name == "=="]
    (run,) = train(setting, iterations=0)
    (measure,) = experiment.measurements
    found = measure(run)
    assert [each.task for each in found] == [f"== at 10^{power}" for power in range(1, 19)]
    assert all(0 < each.value < 1 for each in found)
