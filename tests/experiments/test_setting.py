"""A setting makes runs and says when they are solved."""

import dataclasses
import math

import pytest

from nalm import NMU
from nalm.experiments import Parameter, measure
from nalm.tasks import Operation, Range
from tests.experiments._tiny import recipe, record, setting


def test_runs_differ_in_the_seed_alone():
    one, other = setting().run(0), setting().run(1)
    assert (one.seed, other.seed) == (0, 1)
    assert dataclasses.replace(one, seed=1).key == other.key
    assert one.signature == other.signature
    assert one.network is not None and one.recipe == setting().recipe


def test_runs_of_several_seeds_are_those_of_each():
    each = setting()
    assert each.runs(range(3, 5)) == [each.run(3), each.run(4)]
    assert [run.key for run in each.runs([3])] == [each.run(3).key]


@pytest.mark.parametrize(
    "changes",
    [
        {"threshold": 1.0},
        {"inclusive": True},
        {"unit": "another name"},
        {"parameter": Parameter(name="hidden size", value=3)},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_what_is_not_trained_does_not_change_the_key(changes):
    assert dataclasses.replace(setting(), **changes).run(0).key == setting().run(0).key


@pytest.mark.parametrize(
    "changes",
    [
        {"interpolation": Range.interval(5, 6)},
        {"extrapolation": Range.interval(5, 6)},
        {"recipe": recipe(iterations=1)},
        {"network": setting(NMU).network},
        {"task": setting(operation=Operation.SUB).task},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_what_is_trained_changes_the_key(changes):
    assert dataclasses.replace(setting(), **changes).run(0).key != setting().run(0).key


@pytest.mark.parametrize(
    ("error", "inclusive", "solved"),
    [
        (1e-4, False, True),
        (1e-3, False, False),
        (1e-3, True, True),
        (1e-2, True, False),
        (math.nan, False, False),
        (math.nan, True, False),
        (math.inf, True, False),
    ],
)
def test_solves(error, inclusive, solved):
    assert setting(inclusive=inclusive).solves(error) is solved


def test_measure_uses_threshold_and_inclusion():
    trace = record(setting().run(0), solved_at=20).trace
    assert setting().measure(trace) == measure(trace, 1e-3)
    assert setting(threshold=0.0).measure(trace).solved is False
    assert setting(threshold=0.0, inclusive=True).measure(trace).solved is True


def test_labels_are_text():
    assert setting().labels() == {
        "unit": "NAU",
        "task": "add",
        "interpolation": "[1,2)",
        "extrapolation": "[2,6)",
        "parameter": "",
    }
    swept = dataclasses.replace(setting(), parameter=Parameter(name="hidden size", value=3))
    assert swept.labels()["parameter"] == "hidden size 3"
