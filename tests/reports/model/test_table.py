import math
from dataclasses import replace

import pytest

from nalm.reports import ALL_RANGES, table
from nalm.reports.interface._frames import records
from nalm.statistics import success_rate
from tests.reports.examples import FIG6, grid_of_rows, row

REQUIRED = (
    "experiment, unit, task, interpolation, extrapolation, runs, success_rate, success_low, "
    "success_high, solved_at_median, solved_at_mean, sparsity_error, published_success_rate"
)


def test_the_public_columns_are_there():
    assert set(REQUIRED.split(", ")) <= set(table([row()]).columns)
    assert list(table([]).columns) == list(table([row()]).columns)


def test_a_row_is_joined_with_its_published_number():
    [line] = records(table([row(unit="Real NPU (modified)", interpolation="[-2,2)", solved=16)]))
    assert line["success_rate"] == line["published_success_rate"] == 0.64
    assert line["success_low"] == pytest.approx(0.445, abs=1e-3)
    assert line["verdict"] == "agrees"
    assert line["solved_at_median"] == 5000.0


@pytest.mark.parametrize(
    ("solved", "verdict"), [(25, "agrees"), (24, "agrees"), (22, "agrees"), (18, "differs")]
)
def test_one_failure_in_25_does_not_differ_from_25_of_25(solved, verdict):
    assert records(table([row(solved=solved)]))[0]["verdict"] == verdict


def test_what_is_not_published_or_not_run_has_no_verdict():
    unknown = row(unit="Real NPU (baseline)", interpolation="[10,20)")
    missing = row(solved=0, runs=0)
    lines = records(table([unknown, missing]))
    assert math.isnan(lines[0]["published_success_rate"])
    assert [line["verdict"] for line in lines[:2]] == ["", "not judged"]
    assert math.isnan(lines[1]["success_rate"])


def test_ranges_are_pooled_per_unit_and_task():
    rows = grid_of_rows(("NMRU", "NRU"), ("[1,2)", "[-2,2)"), tasks=("mul", "div"))
    pools = [r for r in records(table(rows)) if r["interpolation"] == ALL_RANGES]
    assert [(r["unit"], r["task"]) for r in pools] == [
        *[("NMRU", "mul"), ("NRU", "mul"), ("NMRU", "div"), ("NRU", "div")]
    ]
    interval = success_rate(41, 50)
    for pool in pools:
        assert (pool["runs"], pool["success_rate"]) == (50, interval.estimate)
        assert (pool["success_low"], pool["success_high"]) == (interval.low, interval.high)


def test_a_pool_is_compared_with_the_paper_only_when_complete():
    ranges = ("[1,2)", "[-2,2)")
    complete = [row(experiment=FIG6, interpolation=r, solved=23) for r in ranges]
    partial = [complete[0], row(experiment=FIG6, interpolation=ranges[1], solved=8, runs=9)]
    assert records(table(complete))[-1]["verdict"] == "agrees"
    assert records(table(complete))[-1]["published_success_rate"] == 0.916
    assert records(table(partial))[-1]["verdict"] == "not judged"


@pytest.mark.parametrize(("solved", "runs"), [(0, 4), (4, 4), (1, 1)])
def test_a_rate_of_fewer_than_five_runs_is_not_judged(solved, runs):
    few = row(interpolation="[-2,2)", solved=solved, runs=runs)
    ours, *_ = records(table([few]))
    assert (ours["published_success_rate"], ours["verdict"]) == (1.0, "too few runs")


def test_a_single_range_needs_no_pool():
    assert len(table([row()])) == 1


def test_parameters_are_rows_of_their_own():
    ranges = ("[1,2)", "[-2,2)")
    swept = [row(parameter=f"rate {k}", interpolation=r) for k in (1, 2) for r in ranges]
    lines = records(table(swept))
    assert [(r["parameter"], r["interpolation"]) for r in lines] == [
        *[("rate 1", "[1,2)"), ("rate 1", "[-2,2)"), ("rate 2", "[1,2)"), ("rate 2", "[-2,2)")],
        *[("rate 1", ALL_RANGES), ("rate 2", ALL_RANGES)],
    ]
    assert math.isnan(lines[0]["published_success_rate"])  # the paper's number is of no sweep


def test_what_has_no_threshold_has_no_rate():
    unjudged = replace(row(solved=0), success=success_rate(0, 0))
    [line] = records(table([unjudged]))
    assert line["runs"] == 25
    assert math.isnan(line["success_rate"])
    assert line["verdict"] == "not judged"
    assert math.isnan(records(table([unjudged, unjudged]))[-1]["success_rate"])


def test_a_pool_has_the_median_time():
    lines = [
        replace(row(interpolation=interval), milliseconds=time)
        for interval, time in (
            ("[1,2)", 1.0),
            ("[10,20)", 2.0),
            ("[0.1,0.2)", math.nan),  # not yet trained
            ("[-2,2)", 50.0),
        )
    ]
    assert records(table(lines))[-1]["milliseconds"] == 2.0
