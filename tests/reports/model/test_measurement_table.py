import math

import numpy as np
import pytest
from scipy.stats import t

from nalm.experiments import Scale
from nalm.reports import ALL_RANGES, measurement_table
from nalm.reports.interface._frames import records
from nalm.statistics import success_rate
from tests.reports.examples import measured

VALUES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]


def test_statistics_of_the_runs():
    [line] = records(measurement_table(measured(VALUES), expected_runs=10))
    assert (line["runs"], line["expected_runs"], line["undefined"]) == (7, 10, 0)
    assert (line["mean"], line["median"]) == pytest.approx((0.4, 0.4))
    error = np.std(VALUES, ddof=1) / math.sqrt(7)
    assert line["standard_error"] == pytest.approx(error)
    assert line["mean_high"] == pytest.approx(0.4 + t.ppf(0.975, 6) * error)
    assert line["mad"] == pytest.approx(0.2)
    assert line["verdict"] == ""


def test_what_is_not_finite_is_counted_and_left_out():
    [line] = records(measurement_table(measured([1.0, 3.0, math.nan, math.inf]), expected_runs=4))
    assert (line["runs"], line["undefined"], line["mean"]) == (4, 2, 2.0)
    [none] = records(measurement_table(measured([math.nan]), expected_runs=1))
    assert math.isnan(none["mean"])


def test_a_published_mean_is_compared():
    names = {"experiment": "heim2020draft/table1", "unit": "NPU", "metric": "mean_absolute_error"}
    labels = {**names, "task": "add", "interpolation": "[0.1,2.1)"}

    def line(mean, runs):
        values = np.linspace(mean - 0.01, mean + 0.01, runs).tolist()
        [found] = records(measurement_table(measured(values, **labels), expected_runs=runs))
        return found

    assert line(0.18, 5)["published_mean"] == 0.183
    assert line(0.18, 5)["verdict"] == "agrees"
    assert line(9.0, 5)["verdict"] == "differs"
    assert line(0.18, 4)["verdict"] == "too few runs"  # they would agree with anything


def test_every_setting_and_metric_has_a_line():
    frame = measured([1.0, 2.0], extra=[{"metric": "rank"}, {"parameter": "rate 1"}])
    lines = records(measurement_table(frame, expected_runs=2))
    assert [(r["metric"], r["parameter"]) for r in lines] == [
        *[("error", ""), ("rank", ""), ("error", "rate 1")]
    ]
    assert len(measurement_table(frame[:0], expected_runs=2)) == 0


def test_an_interval_ends_where_no_value_can_be():
    values = [0.0, 0.0, 0.0, 0.9]
    low, high = {}, {}
    for scale in (Scale.REAL, Scale.POSITIVE, Scale.SHARE):
        [line] = records(measurement_table(measured(values, scale=scale), expected_runs=4))
        low[scale], high[scale] = line["mean_low"], line["mean_high"]
    assert low[Scale.REAL] < 0 == low[Scale.POSITIVE] == low[Scale.SHARE]
    assert high[Scale.SHARE] <= 1
    values = [1 - value for value in values]
    [line] = records(measurement_table(measured(values, scale=Scale.SHARE), expected_runs=4))
    assert line["mean_high"] == 1


@pytest.mark.parametrize("successes", [0, 4, 10])
def test_the_mean_of_successes_is_a_rate(successes):
    values = [1.0] * successes + [0.0] * (10 - successes)
    frame = measured(values, scale=Scale.SUCCESS)
    [line] = records(measurement_table(frame, expected_runs=10))
    rate = success_rate(successes, 10)
    assert (line["mean"], line["mean_low"], line["mean_high"]) == (
        rate.estimate,
        rate.low,
        rate.high,
    )
    assert math.isnan(line["median"])
    assert math.isnan(line["mad"])


def test_one_run_of_ten_more_than_published_does_not_differ():
    names = {"experiment": "schloer2020/experiment1", "unit": "iNALU (sw)", "task": "sub"}
    labels = {**names, "interpolation": "N(0,1)[-3,3]", "metric": "success_extrapolation"}
    frame = measured([1.0] * 10, scale=Scale.SUCCESS, **labels)
    [line] = records(measurement_table(frame, expected_runs=10))
    assert (line["published_mean"], line["verdict"]) == (0.9, "agrees")


@pytest.mark.parametrize(("expected", "verdict"), [(10, "agrees"), (11, "not judged")])
def test_ranges_are_pooled_where_the_paper_does(expected, verdict):
    names = {"experiment": "schloer2020/experiment1", "unit": "iNALU (iw)", "task": "add"}
    labels = {**names, "metric": "success_extrapolation"}
    other = {"interpolation": "[5,6)", "extrapolation": "[6,7)"}
    frame = measured([1.0] * 10, scale=Scale.SUCCESS, extra=[other], **labels)
    *_, pool = records(measurement_table(frame, expected_runs=expected))
    assert (pool["interpolation"], pool["runs"]) == (ALL_RANGES, 20)
    assert (pool["mean"], pool["verdict"]) == (1.0, verdict)
