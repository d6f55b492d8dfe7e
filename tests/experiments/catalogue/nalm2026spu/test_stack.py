"""Products and quotients of sums."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from nalm.experiments import Setting, Trained
from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._nalm2026spu._stack import FormulaFound
from nalm.results import StoredRun
from nalm.training import initialise, train

PRODUCT, QUOTIENT = (entries()[f"nalm2026spu/{name}-of-sums"] for name in ("product", "quotient"))


def setting(experiment, unit="SPU (rounding)", interpolation="[1,2)"):
    return next(
        each
        for each in experiment.settings
        if each.unit == unit and str(each.interpolation) == interpolation
    )


def found(setting: Setting, parameters, seed):
    # Nothing but the parameters is looked at.
    stored = cast(StoredRun, SimpleNamespace(parameters=parameters))
    (measured,) = FormulaFound()(Trained(setting=setting, seed=seed, stored=stored))
    return measured.value


def solution(task, seed, *, divide, factor=1.0):
    """Return the parameters of the right formula, with every weight of the sums times a factor."""
    exponents = np.array([[1.0, 1.0]])
    return {
        "0.weight": factor * task.instance(seed)["subsets"],
        "1.multiply": np.array([[1.0, 0.0]]) if divide else exponents,
        "1.divide": np.array([[0.0, 1.0]]) if divide else 0 * exponents,
        "1.sign": exponents,
    }


@pytest.mark.parametrize(("experiment", "divide"), [(PRODUCT, False), (QUOTIENT, True)])
def test_a_formula_is_found_where_rounded_weights_are_right_and_near(experiment, divide):
    chosen = setting(experiment)
    right = solution(chosen.task, 3, divide=divide)
    assert found(chosen, right, 3) == 1
    assert found(chosen, solution(chosen.task, 3, divide=divide, factor=0.96), 3) == 1
    assert found(chosen, solution(chosen.task, 3, divide=divide, factor=0.94), 3) == 0
    assert found(chosen, solution(chosen.task, 3, divide=not divide), 3) == 0
    other = {**right, "0.weight": np.roll(right["0.weight"], 1, axis=1)}
    assert found(chosen, other, 3) == 0


def test_a_formula_with_exponents_of_a_half_is_found():
    chosen = entries()["nalm2026spu/arithmetic-root"].settings[0]
    right = {
        "0.weight": np.vstack([chosen.task.instance(0)["subsets"][:1]] * 2),
        "1.multiply": np.array([[0.5, 0.0]]),
        "1.divide": np.zeros((1, 2)),
        "1.sign": np.zeros((1, 2)),
    }
    assert found(chosen, right, 0) == 1
    assert found(chosen, {**right, "1.multiply": np.array([[1.0, 0.0]])}, 0) == 0


def test_the_units_stand_behind_the_same_sums():
    for experiment, units in ((PRODUCT, 8), (QUOTIENT, 6)):
        assert len(experiment.settings) == 9 * units
        for each in experiment.settings:
            assert dict(initialise(each.network, 0).named_parameters())["0.weight"].shape == (2, 10)


@pytest.mark.parametrize(
    "unit",
    ["NMRU (rounding)", pytest.param("SPU (rounding alone)", marks=pytest.mark.thorough)],
)
def test_a_quotient_on_a_narrow_range_is_found_without_any_gradient_step(unit):
    chosen = setting(QUOTIENT, unit, interpolation="[1.1,1.2)")
    chosen = replace(chosen, recipe=replace(chosen.recipe, iterations=0))
    (outcome,) = train([chosen.run(1000)], compile=False)
    assert found(chosen, outcome.parameters, 1000) == 1
