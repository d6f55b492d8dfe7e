import json

import numpy as np
import pandas as pd
import pytest

import nalm
from nalm.errors import DomainWarning, InvalidValueError, UnknownNameError
from nalm.inquiry._predicted_table import predict_table

RANDOM = np.random.default_rng(0)
TABLE = pd.DataFrame({"mass (kg)": RANDOM.uniform(1, 5, 60), "speed": RANDOM.uniform(1, 9, 60)})
ENERGY = 0.4137 * TABLE["mass (kg)"] * TABLE["speed"] ** 2 + 0.1 * RANDOM.standard_normal(60)
NEW = pd.DataFrame(
    {"speed": [3.0, 30.0, np.nan], "note": ["a", "b", "c"], "mass (kg)": [2.0, 0.5, 2.0]}
)


def fitted(X, y):
    return nalm.SymbolicRegressor(max_terms=1, starts=2, random_state=0).fit(X, y)


@pytest.fixture(scope="module")
def law():
    return fitted(TABLE, ENERGY.rename("E"))


def test_predictions_stand_beside_the_table_in_its_order(law):
    found = predict_table(law, NEW, level=0.95)
    assert list(found.frame.columns) == [
        *("speed", "note", "mass (kg)"),
        *("E_predicted", "E_lower", "E_upper", "outside"),
    ]
    inputs = NEW[["mass (kg)", "speed"]][:2]
    np.testing.assert_array_equal(found.frame["E_predicted"][:2], law.predict(inputs))
    low, high = law.predict_interval(inputs, 0.95)
    np.testing.assert_array_equal(
        found.frame[["E_lower", "E_upper"]][:2], np.column_stack([low, high])
    )
    assert found.frame["outside"].tolist() == ["", "mass (kg); speed", ""]


def test_a_row_that_lacks_an_input_has_no_prediction(law):
    found = predict_table(law, NEW, level=0.95)
    assert found.frame["E_predicted"].isna().tolist() == [False, False, True]
    assert found.remarks[0] == law.equation_
    assert found.remarks[-1] == "1 of 3 rows lack an input, and a prediction."
    nothing = predict_table(law, NEW[2:], level=0.95)
    assert nothing.frame["E_lower"].isna().all()


def test_wider_intervals_for_a_higher_level(law):
    widths = [
        predict_table(law, NEW, level=level).frame.eval("E_upper - E_lower")[0]
        for level in (0.5, 0.95, 0.999)
    ]
    assert widths == sorted(widths)


def test_several_targets_have_columns_of_their_own():
    both = fitted(TABLE, pd.DataFrame({"E": ENERGY, "p": TABLE["mass (kg)"] * TABLE["speed"]}))
    frame = predict_table(both, NEW, level=0.95).frame
    assert frame["p_predicted"][0] == pytest.approx(6.0)
    assert {"E_lower", "p_upper"} <= set(frame.columns)


def test_a_model_without_names_takes_columns_in_their_order():
    plain = fitted(TABLE.to_numpy(), ENERGY.to_numpy())
    frame = predict_table(plain, NEW[["mass (kg)", "speed"]], level=0.95).frame
    assert frame["y_predicted"][0] == pytest.approx(7.45, rel=1e-2)
    with pytest.raises(InvalidValueError, match="its 2 inputs in their order, found 3 columns"):
        predict_table(plain, NEW, level=0.95)


def test_a_table_that_lacks_an_input_or_has_such_columns_is_refused(law):
    with pytest.raises(UnknownNameError, match="no column 'speed'"):
        predict_table(law, NEW[["mass (kg)"]], level=0.95)
    with pytest.raises(InvalidValueError, match="'E_lower'"):
        predict_table(law, NEW.assign(E_lower=0.0), level=0.95)


def test_bounds_that_are_not_known_are_said(law, tmp_path):
    law.save(tmp_path / "law.json")
    loaded = nalm.SymbolicRegressor.load(tmp_path / "law.json")
    chosen = loaded.discoveries_[0].candidates[loaded.discoveries_[0].chosen]
    chosen.covariance[...] = np.nan
    found = predict_table(loaded, NEW, level=0.95)
    assert found.frame["E_lower"].isna().all()
    assert found.frame["E_predicted"].notna().sum() == 2
    assert any(
        "There are no bounds: the constants must have a covariance" in r for r in found.remarks
    )


def test_rows_without_a_value_count_as_in_the_file():
    x = pd.DataFrame({"a": np.linspace(1.0, 4.0, 40)})
    model = nalm.SymbolicRegressor(functions=(), max_terms=1, starts=2, random_state=0)
    model.fit(x, pd.Series(3.0 / x["a"], name="y"))
    with pytest.warns(DomainWarning, match="row 2: a = 0 has no power -1") as caught:
        predict_table(model, pd.DataFrame({"a": [None, 0.0, 2.0]}), level=0.95)
    assert len(caught) == 1


@pytest.fixture(scope="module")
def springs():
    load, spring = np.tile(np.linspace(1.0, 2.0, 20), 2), np.repeat(["a", "b"], 20)
    length = pd.Series(np.where(spring == "a", 3.0, 5.0) * load, name="length")
    model = nalm.SymbolicRegressor(functions=(), max_terms=1, starts=2, random_state=0)
    return model.fit(pd.DataFrame({"load": load}), length, groups=spring)


def test_each_row_has_the_formula_of_its_group(springs, tmp_path):
    springs.save(tmp_path / "m.json")
    new = pd.DataFrame({"spring": ["b", "a", None], "load": [2.0, 3.0, 1.0]})
    for model in (springs, nalm.SymbolicRegressor.load(tmp_path / "m.json")):
        found = predict_table(model, new, level=0.95, group="spring").frame
        np.testing.assert_allclose(found["length_predicted"], [10.0, 9.0, np.nan])
        assert found["outside"].tolist() == ["", "load", ""]
    with pytest.raises(UnknownNameError, match="found 'c'"):
        predict_table(springs, new.assign(spring="c"), level=0.95, group="spring")


def test_blanks_around_the_name_of_a_group_do_not_count(springs, tmp_path):
    springs.save(tmp_path / "m.json")
    document = json.loads((tmp_path / "m.json").read_text())
    document["groups"]["names"] = ["a", "b "]  # as files of older versions may have it
    (tmp_path / "m.json").write_text(json.dumps(document))
    new = pd.DataFrame({"spring": ["b ", " a", "b", " "], "load": [2.0, 3.0, 2.0, 1.0]})
    for model in (springs, nalm.SymbolicRegressor.load(tmp_path / "m.json")):
        found = predict_table(model, new, level=0.95, group="spring").frame
        np.testing.assert_allclose(found["length_predicted"], [10.0, 9.0, 10.0, np.nan])
        assert found["spring"].tolist() == new["spring"].tolist()


def test_groups_are_given_where_the_fit_had_some(springs, law):
    with pytest.raises(InvalidValueError, match="of the groups a, b: expected --group G"):
        predict_table(springs, pd.DataFrame({"load": [1.0]}), level=0.95)
    with pytest.raises(InvalidValueError, match="expected a model of groups"):
        predict_table(law, NEW, level=0.95, group="note")
    with pytest.raises(UnknownNameError, match="--group: the table has no column"):
        predict_table(springs, pd.DataFrame({"load": [1.0]}), level=0.95, group="nowhere")
