import json

import numpy as np
import pandas as pd
import pytest

from nalm.discovery import DynamicsRegressor, SymbolicRegressor
from nalm.errors import StoreError
from nalm.inquiry import ModelRequest, open_model
from nalm.reports.discovery import as_object

X = np.linspace(1, 9, 12)


def opened(model, folder):
    model.save(folder / "model.json")
    return open_model(ModelRequest(model=folder / "model.json"))


@pytest.mark.thorough
def test_a_model_says_its_equation_ranges_and_units(tmp_path):
    model = SymbolicRegressor(
        max_time=60, units={"x": "s"}, target_units="m", dimensional_constants=True
    )
    model.fit(pd.DataFrame({"x": X}), pd.Series(3 * X + 0.01 * np.cos(9 * X), name="y"))
    [found] = opened(model, tmp_path).findings
    held = as_object(found)
    assert (held["left_side"], held["unit"], held["verdict"]) == ("y", "m", model.verdict_.value)
    assert held["inputs"] == [{"name": "x", "unit": "s", "minimum": 1.0, "maximum": 9.0}]
    formulas = [each.formula for each in found.discovery.candidates]
    assert formulas == [each.formula for each in model.discoveries_[0].candidates]


def test_columns_without_names_have_numbers(tmp_path):
    [found] = opened(SymbolicRegressor(max_time=60).fit(X[:, None], 3 * X), tmp_path).findings
    assert found.inputs == ("x0",)
    assert found.equation(found.chosen).text() == "y = 3*x0"


def test_groups_have_one_form(tmp_path):
    x, groups = pd.DataFrame({"x": np.r_[X, X]}), np.repeat(["a", "b"], len(X))
    model = SymbolicRegressor(max_time=60)
    model.fit(x, pd.Series(np.r_[3 * X, 5 * X], name="y"), groups=groups)
    found = opened(model, tmp_path)
    assert found.grouping.groups == ("a", "b")
    assert found.grouping.values[:, 0] == pytest.approx([3, 5])


@pytest.mark.thorough
def test_equations_of_motion_are_rates(tmp_path):
    times = np.linspace(0, 2, 20)
    model = DynamicsRegressor(max_time=60).fit([times], [pd.DataFrame({"n": np.exp(-times)})])
    [found] = opened(model, tmp_path).findings
    assert found.left == "dn/dt"
    assert found.x[:, 0] == pytest.approx([np.exp(-2), 1], rel=1e-6)


@pytest.mark.parametrize("text", ["", "[1, 2]", json.dumps({"format": "other"})])
def test_what_is_no_model_is_said_with_its_file(text, tmp_path):
    (tmp_path / "wrong.json").write_text(text)
    with pytest.raises(StoreError, match=r"wrong\.json"):
        open_model(ModelRequest(model=tmp_path / "wrong.json"))
