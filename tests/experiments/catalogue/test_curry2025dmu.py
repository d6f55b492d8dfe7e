import pytest

from nalm import DMUOperands
from nalm.experiments.catalogue import entries
from nalm.reports import published_number
from nalm.tasks import DIVISION_RANGES
from tests.experiments.catalogue._training import train

FIXED = "curry2025dmu/fixed-operands"


def settings(what):
    return entries()[f"curry2025dmu/{what}"].settings


@pytest.mark.parametrize("what, models", [("fixed-operands", 2), ("redundancy", 1)])
def test_four_operations_are_trained_on_nine_ranges(what, models):
    ranges = [(s.interpolation, s.extrapolation) for s in settings(what)]
    assert ranges == list(DIVISION_RANGES) * 4 * models


def test_operands_are_those_of_the_operation():
    found = {s.task.name: s.network().operands for s in settings("fixed-operands")}
    add, sub = DMUOperands.ADD, DMUOperands.SUB
    assert found == {"add": add, "sub": sub, "mul": add, "div": sub}
    for what, inputs in (("learned-operands", 2), ("redundancy", 10)):
        networks = [s.network() for s in settings(what)]
        assert {n.operands for n in networks} == {DMUOperands.LEARNED}
        assert {n.in_features for n in networks} == {inputs}


def test_published_rates():
    unit = "DMU (fixed operands, 11 norms)"
    names = {"unit": unit, "interpolation": "all"}
    found = {
        task: published_number(FIXED, "success_rate", task=task, **names).value
        for task in ("add", "sub", "mul", "div")
    }
    assert found == {"add": 0.987, "sub": 1, "mul": 1, "div": 0.902}


def test_the_gate_learns_a_product_within_hundreds_of_steps():
    (setting,) = [
        s
        for s in settings("fixed-operands")[:36]
        if s.task.name == "mul" and str(s.interpolation) == "[1,2)"
    ]
    runs = train(setting, seeds=3, iterations=300, evaluation_rows=200)
    assert [setting.solves(run.stored.trace.test[-1]) for run in runs] == [True] * 3
