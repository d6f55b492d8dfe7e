import math

import pytest

from nalm.reports import Published, compare
from nalm.reports.published._comparison import AGREES, shown_verdict
from nalm.statistics import Interval, success_rate

NAN = math.nan


def theirs(value, low=NAN, high=NAN, **others):
    texts = {"source": "Table 1", "how_read": "table"}
    return Published(value=value, low=low, high=high, **texts, **others)


@pytest.mark.parametrize(
    ("ours", "published", "verdict"),
    [
        ((2.0, 1.0, 3.0), theirs(2.9), "agrees"),
        ((2.0, 1.0, 3.0), theirs(3.1), "differs"),
        ((2.0, 1.0, 3.0), theirs(3.04, rounding=0.05), "agrees"),
        ((2.0, 1.9, 2.1), theirs(3.0, 1.5, 4.5), "agrees"),
        ((2.0, NAN, NAN), theirs(3.0, 1.5, 4.5), "agrees"),
        ((2.0, NAN, NAN), theirs(3.0, 2.5, 3.5), "differs"),
        ((2.0, NAN, NAN), theirs(2.0), ""),
        ((NAN, NAN, NAN), theirs(2.0, 1.0, 3.0), ""),
        ((2.0, 1.0, 3.0), None, ""),
    ],
)
def test_either_interval_may_hold_the_other_number(ours, published, verdict):
    estimate, low, high = ours
    assert compare(Interval(estimate=estimate, low=low, high=high), published) == verdict


@pytest.mark.parametrize(
    ("solved", "runs", "published", "verdict"),
    [
        (24, 25, 1.0, "agrees"),  # 25 of 25 have an interval that holds .96
        (15, 25, 1.0, "differs"),
        (5, 5, 0.8, "agrees"),
        (5, 5, 0.0, "differs"),
        (4, 4, 0.0, "too few runs"),  # a single run would agree with nearly every rate
        (0, 1, 0.5, "too few runs"),
        (0, 0, 0.5, ""),
    ],
)
def test_a_published_rate_has_the_interval_of_as_many_runs(solved, runs, published, verdict):
    ours = success_rate(solved, runs)
    assert compare(ours, theirs(published), runs=runs, rate=True) == verdict


@pytest.mark.parametrize(
    ("runs", "published", "verdict"),
    [
        (None, theirs(2.0), "agrees"),  # computed: there is nothing to count
        (5, theirs(2.0), "agrees"),
        (5, theirs(9.0), "differs"),
        (4, theirs(2.0), "too few runs"),
        (1, theirs(9.0, 1.0, 10.0), "too few runs"),
        (0, theirs(2.0), "agrees"),
        (1, None, ""),
        (1, theirs(2.0, runs=1), ""),  # one run beside another: no statistic at all
        (4, theirs(2.0, runs=1), ""),
        (5, theirs(2.0, runs=1), "agrees"),
    ],
)
def test_a_statistic_over_runs_needs_five_of_them(runs, published, verdict):
    assert compare(Interval(estimate=2.0, low=1.0, high=3.0), published, runs=runs) == verdict


def test_without_a_solved_run_too_few_are_still_too_few():
    nothing = Interval(estimate=NAN, low=NAN, high=NAN)
    assert compare(nothing, theirs(2.0), runs=3) == "too few runs"
    assert compare(nothing, theirs(2.0), runs=10) == ""


def test_a_pool_of_some_of_its_runs_is_not_judged():
    ours = success_rate(24, 25)
    verdicts = [
        compare(ours, theirs(1.0), runs=25, rate=True, complete=each) for each in (True, False)
    ]
    assert verdicts == ["agrees", ""]
    assert compare(success_rate(1, 2), theirs(1.0), runs=2, rate=True, complete=False) == (
        "too few runs"
    )


def test_what_stands_beside_a_published_number_says_so_where_nothing_was_compared():
    assert shown_verdict(AGREES, published=True) == AGREES
    assert shown_verdict("", published=True) == "not judged"
    assert shown_verdict(AGREES, published=True, trial=True) == "trial"
    assert shown_verdict("", published=False, trial=True) == ""
