"""All units of the field have the same cells and, but for what is their own, the same recipe."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from nalm.experiments.catalogue import entries
from nalm.reports import ALL_RANGES
from nalm.training import Adam

FIELD = entries()["field/single-module"]
UNITS = list(dict.fromkeys(setting.unit for setting in FIELD.settings))


def test_it_has_the_units_of_the_literature_and_ours():
    assert len(UNITS) == 22
    assert UNITS[-2:] == ["SPU", "SPU (powers)"]


@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_has_every_cell_and_a_program_for_each_number_of_inputs(unit):
    own = [setting for setting in FIELD.settings if setting.unit == unit]
    cells = {tuple(setting.labels().values())[1:] for setting in own}
    first = {tuple(s.labels().values())[1:] for s in FIELD.settings if s.unit == UNITS[0]}
    assert cells == first
    assert len(own) == len(cells) == 134
    assert len({setting.run(0).signature for setting in own}) == 2


def test_recipes_differ_in_learning_rate_penalties_and_restarts_alone():
    def shared(recipe):
        return replace(recipe, optimizer=Adam(), penalties=(), restart=None)

    assert len({shared(setting.recipe) for setting in FIELD.settings}) == 1
    assert {s.unit for s in FIELD.settings if s.recipe.restart} == {"iNALU"}


@pytest.mark.parametrize("unit", ["SPU", "SPU (powers)"])
def test_ours_trains_by_the_recipe_of_the_nmru(unit):
    recipes = {
        name: {setting.recipe for setting in FIELD.settings if setting.unit == name}
        for name in (unit, "NMRU")
    }
    assert recipes[unit] == recipes["NMRU"]


def test_hill_space_starts_at_zero():
    setting = next(s for s in FIELD.settings if s.unit == "Hill ×")
    assert not setting.network()(torch.ones(3, 2)).sub(1).any()


def test_the_committed_table_is_that_of_the_experiment():
    with (Path(__file__).parents[4] / "docs" / "field.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["interpolation"] != ALL_RANGES]
    labels = ("unit", "task", "interpolation", "extrapolation", "parameter")
    assert {tuple(row[name] for name in labels) for row in rows} == {
        tuple(each.labels().values()) for each in FIELD.settings
    }
    assert {row["runs"] for row in rows} == {"25"}
