import math

import pytest

from nalm.errors import InvalidValueError
from nalm.reports import final_weights, report_view, weight_trajectories
from nalm.reports.model import _weights
from tests.reports.model._trained import SETTINGS, experiment, setting, trained

EXPERIMENT = experiment(*SETTINGS, seeds=2)


def test_every_final_weight_is_a_row():
    runs = [trained(SETTINGS[0], 0), trained(SETTINGS[1], 1, validation=(1.0,))]
    frame = report_view(final_weights(EXPERIMENT), runs).frame
    assert frame.value.tolist() == [0.0, 1.0, 0.0, 1.0]
    assert frame.weight.tolist() == ["[0,0]", "[0,1]"] * 2
    assert frame.weights.tolist() == ["NAU: weight"] * 2 + ["NMU: weight"] * 2
    assert frame.outcome.tolist() == ["solved"] * 2 + ["not solved"] * 2


def test_without_a_threshold_no_run_is_solved_or_not():
    run = trained(setting(threshold=math.nan), 0)
    frame = report_view(final_weights(EXPERIMENT), [run]).frame
    assert set(frame.outcome) == {"all runs"}


def test_complex_weights_are_shown_by_their_magnitude():
    run = trained(SETTINGS[0], 0, weights=[3 + 4j])
    assert report_view(final_weights(EXPERIMENT), [run]).frame.value.tolist() == [5.0]


def test_a_trajectory_has_a_line_per_weight_and_run():
    runs = [trained(SETTINGS[0], seed, trajectory=True) for seed in range(2)]
    report = report_view(weight_trajectories(EXPERIMENT), runs)
    own = report.frame[(report.frame.seed == 1) & (report.frame.weight == "[0,1]")]
    assert own.step.tolist() == [0, 10, 20, 30]
    assert own.value.tolist() == [0.0, 1.0, 2.0, 3.0]
    assert [len(ax.lines) for ax in report.figure().axes] == [4]


def test_runs_without_recorded_weights_say_how_to_record_them():
    with pytest.raises(InvalidValueError, match=r"found none among 1.*--record-weights"):
        report_view(weight_trajectories(EXPERIMENT), [trained(SETTINGS[0], 0)])


def test_too_many_values_are_refused(monkeypatch):
    monkeypatch.setattr(_weights, "MOST", 7)
    run = trained(SETTINGS[0], 0, trajectory=True)
    with pytest.raises(InvalidValueError, match=r"at most 7 values, found 8.*--seeds"):
        report_view(weight_trajectories(EXPERIMENT), [run])
