import numpy as np
import pandas as pd
import pytest

from nalm.discovery import DynamicsRegressor, SymbolicRegressor
from nalm.errors import InvalidValueError, ReadingWarning, UnknownNameError
from nalm.inquiry import RowsRequest, predict
from nalm.inquiry._fitted_table import FittedTable
from nalm.tables import Reading


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "line.json"
    x = np.linspace(1, 9, 12)
    SymbolicRegressor(max_time=5).fit(pd.DataFrame({"x": x}), pd.Series(3 * x, name="y")).save(path)
    return path


@pytest.fixture(scope="module")
def motion(tmp_path_factory):
    path = tmp_path_factory.mktemp("models") / "decay.json"
    times = np.linspace(0, 2, 20)
    states = pd.DataFrame({"n": np.exp(-times)})
    DynamicsRegressor(max_time=60).fit([times], [states]).save(path)
    return path


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("x,t,n,g\n2,0,1,a\n20,1,,b\n")
    return path


def test_rows_get_predictions_and_bounds_beside_them(model, rows):
    found = predict(RowsRequest(model=model, data=rows))
    assert found.frame["y_predicted"].tolist() == pytest.approx([6, 60])
    assert found.frame["outside"].tolist() == ["", "x"]


def test_equations_of_motion_are_solved_from_the_first_row(motion, rows):
    found = predict(RowsRequest(model=motion, data=rows, time="t"))
    assert found.frame["n_predicted"].tolist() == pytest.approx([1, np.exp(-1)], rel=1e-2)


def test_numbers_are_read_by_the_signs_of_the_fit(model, tmp_path):
    """Alone, 2,500 may be a thousand times as much: the table of the fit tells."""
    german, rows = tmp_path / "german.json", tmp_path / "rows.csv"
    german.write_text(model.read_text())
    FittedTable(decimal=",").add_to(german)
    rows.write_text("x;note\n2,500;a\n3,000;b\n?;c\n")
    with pytest.warns(ReadingWarning, match="read 'x' with ',' as the decimal sign"):
        found = predict(RowsRequest(model=german, data=rows))
    assert found.frame["y_predicted"].tolist() == pytest.approx([7.5, 9.0, np.nan], nan_ok=True)
    asked = RowsRequest(model=german, data=rows, reading=Reading(decimal="."))
    with pytest.warns(ReadingWarning, match="',' as thousands separator"):
        assert predict(asked).frame["y_predicted"][0] == pytest.approx(7500)


@pytest.mark.parametrize("part", ["time", "trajectory"])
def test_a_formula_has_no_time(model, rows, part):
    with pytest.raises(InvalidValueError, match="--time and --trajectory"):
        predict(RowsRequest(model=model, data=rows, **{part: "t"}))


def test_equations_of_motion_need_a_time_and_have_no_groups(motion, rows):
    with pytest.raises(InvalidValueError, match="expected --time T"):
        predict(RowsRequest(model=motion, data=rows))
    with pytest.raises(InvalidValueError, match="--group is of formulas"):
        predict(RowsRequest(model=motion, data=rows, time="t", group="g"))


def test_a_missing_input_is_named(model, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("z\n1\n")
    with pytest.raises(UnknownNameError, match="'x'"):
        predict(RowsRequest(model=model, data=other))
