"""Measurements are applied to every stored run, and say what they are about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from nalm.experiments import (
    MEASUREMENT_COLUMNS,
    Measured,
    Measurement,
    Trained,
    execute,
    measure_all,
)
from nalm.results import Store
from nalm.units import NAU
from tests.experiments._tiny import EAGER, experiment, setting


@dataclass(frozen=True, kw_only=True)
class Weights(Measurement):
    """The sum of the weights, and their number under the name of another task."""

    def __call__(self, run: Trained) -> Sequence[Measured]:
        weight = dict(run.network().named_parameters())["weight"]
        return [Measured("sum", float(weight.sum())), Measured("count", weight.numel(), "size")]


TINY = replace(experiment(setting(NAU), setting(NAU, low=3), seeds=2), measurements=(Weights(),))


def test_there_is_a_row_per_run_and_number(tmp_path):
    with Store(tmp_path / "runs.db") as store:
        for _ in execute(TINY, store, options=EAGER):
            pass
        frame = measure_all(TINY, store)
        keys = [run.key for run in TINY.runs()]
        weights = [run.parameters["weight"].sum() for run in store.load(keys)]
    assert tuple(frame.columns) == MEASUREMENT_COLUMNS
    sums = frame[frame.metric == "sum"]
    assert sums["value"].tolist() == pytest.approx([float(each) for each in weights])
    assert sums.interpolation.tolist() == ["[1,2)", "[1,2)", "[3,4)", "[3,4)"]
    assert sums.seed.tolist() == [0, 1, 0, 1]
    assert set(sums.task) == {"add"}
    assert set(frame[frame.metric == "count"].task) == {"size"}


def test_nothing_stored_is_an_empty_table(tmp_path):
    with Store(tmp_path / "runs.db") as store:
        frame = measure_all(TINY, store)
    assert len(frame) == 0
    assert tuple(frame.columns) == MEASUREMENT_COLUMNS
