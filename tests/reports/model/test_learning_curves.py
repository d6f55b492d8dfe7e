import math

import pytest

from nalm.reports import learning_curves, report_view
from nalm.reports.model._learning_curves import FEW, thinned
from tests.reports.model._trained import SETTINGS, experiment, trained


def rows(runs, *, seeds):
    view = learning_curves(experiment(*SETTINGS, seeds=seeds))
    return report_view(view, runs).frame


def test_few_runs_have_a_line_each():
    frame = rows([trained(SETTINGS[0], seed) for seed in range(2)], seeds=FEW)
    assert len(frame) == 2 * 2 * 4  # runs, errors, evaluations
    own = frame[(frame.seed == 1) & (frame.error == "test")]
    assert own.step.tolist() == [0, 10, 20, 30]
    assert own.mse.tolist() == [0.5, 0.05, 0.005, 0.0005]


def test_many_runs_are_a_median_in_a_band():
    runs = [trained(SETTINGS[0], seed, validation=[float(seed)] * 4) for seed in range(11)]
    frame = rows(runs, seeds=11)
    first = frame[(frame.error == "validation") & (frame.step == 0)].iloc[0]
    assert (first.low, first.mse, first.high, first.runs) == (1.0, 5.0, 9.0, 11)


def test_a_run_that_ended_early_keeps_its_last_error():
    runs = [trained(SETTINGS[0], 0, validation=(1.0, 0.5)), trained(SETTINGS[0], 1)]
    frame = rows(runs, seeds=2)
    early = frame[(frame.error == "validation") & (frame.seed == 0)]
    assert early.step.tolist() == [0, 10, 20, 30]
    assert early.mse.tolist() == [1.0, 0.5, 0.5, 0.5]


def test_what_is_not_a_number_is_worse_than_any_error():
    values = [math.nan, math.inf, *[1.0] * 8, 0.1]
    runs = [trained(SETTINGS[0], seed, validation=[v] * 4) for seed, v in enumerate(values)]
    frame = rows(runs, seeds=11)
    assert set(frame.mse) == {1.0, 0.5}
    assert set(frame.high) == {math.inf}


def test_ranges_have_rows_and_units_colours():
    view = learning_curves(experiment(*SETTINGS, seeds=1))
    report = report_view(view, [trained(each, 0) for each in SETTINGS])
    assert sorted(set(report.frame.place)) == ["[1,2)", "[3,4)"]
    figure = report.figure()
    assert [ax.get_yscale() for ax in figure.axes] == ["log"] * 4
    assert [len(ax.lines) for ax in figure.axes] == [2, 2, 1, 1]


@pytest.mark.parametrize("evaluations", [1, 2, 200, 201, 5001])
def test_a_long_curve_is_thinned_and_keeps_its_ends(evaluations):
    chosen = thinned(evaluations)
    assert (chosen[0], chosen[-1]) == (0, evaluations - 1)
    assert len(set(chosen)) == len(chosen) == min(evaluations, 200)
