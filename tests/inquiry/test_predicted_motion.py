import numpy as np
import pandas as pd
import pytest

import nalm
from nalm.errors import InvalidValueError, ReadingWarning, UnknownNameError
from nalm.inquiry._fitted_table import FittedTable
from nalm.inquiry._predicted_motion import predict_motion

T = np.linspace(0.0, 3.0, 40)
NOISE = 0.01 * np.random.default_rng(0).standard_normal((40, 1))
NEW = pd.DataFrame(
    {
        "run": ["a", "a", "a", "b", "b"],
        "hour": [2.0, 0.0, 1.0, 5.0, 6.0],
        "level": [None, 3.0, None, 30.0, None],
    }
)


@pytest.fixture(scope="module")
def decay():
    model = nalm.DynamicsRegressor(structures={"level": [(1,)]}, max_time=0.1, random_state=0)
    return model.fit(T, pd.DataFrame(4.0 * np.exp(-0.5 * T)[:, None] + NOISE, columns=["level"]))


def predict(model, frame, time="hour", trajectory="run", level=0.95):
    return predict_motion(model, frame, time=time, trajectory=trajectory, level=level)


def test_each_trajectory_is_solved_from_its_first_row(decay):
    frame = predict(decay, NEW).frame
    rate = decay.predict([[1.0]])[0, 0]
    expected = [3.0 * np.exp(2 * rate), 3.0, 3.0 * np.exp(rate), 30.0, 30.0 * np.exp(rate)]
    np.testing.assert_allclose(frame["level_predicted"], expected, rtol=1e-6)
    assert (frame["level_lower"] <= frame["level_predicted"]).all()
    assert (frame["level_predicted"] <= frame["level_upper"] + 1e-9).all()
    assert frame["outside"].tolist() == ["", "", "", "level", "level"]


def test_a_higher_level_has_wider_bounds(decay):
    widths = [
        predict(decay, NEW, level=level).frame.eval("level_upper - level_lower")[0]
        for level in (0.5, 0.99)
    ]
    assert widths[0] < widths[1]


def test_what_an_older_version_saved_has_no_mark(decay, tmp_path):
    decay.save(tmp_path / "m.json")
    loaded = nalm.DynamicsRegressor.load(tmp_path / "m.json")
    assert "outside" in predict(loaded, NEW).frame
    loaded.ranges_ = None
    assert "outside" not in predict(loaded, NEW).frame


def test_controls_are_taken_from_all_rows():
    u = np.where(T < 1.5, 1.0, 0.0)
    x = 1.0 + np.minimum(T, 1.5)
    model = nalm.DynamicsRegressor(structures={"x": [(0, 1)]}, max_time=0.1, random_state=0)
    model.fit(T, pd.DataFrame({"x": x}), controls=pd.DataFrame({"u": u}))
    new = pd.DataFrame({"hour": [0.0, 2.0, 4.0], "x": [5.0, None, None], "u": [1.0, 1.0, 1.0]})
    frame = predict(model, new, trajectory=None).frame
    np.testing.assert_allclose(frame["x_predicted"], [5.0, 7.0, 9.0], rtol=0.1)


def test_what_cannot_be_solved_is_said(decay):
    with pytest.raises(InvalidValueError, match="first row of a trajectory, found none of level"):
        predict(decay, NEW.assign(level=np.nan))
    with pytest.raises(InvalidValueError, match="found one twice"):
        predict(decay, NEW.assign(hour=1.0))
    with pytest.raises(InvalidValueError, match="found 1 without"):
        predict(decay, NEW.assign(hour=[0.0, np.nan, 1.0, 2.0, 3.0]))
    for wrong in ({"time": "day"}, {"trajectory": "day"}):
        with pytest.raises(UnknownNameError, match="no column 'day'"):
            predict(decay, NEW, **wrong)
    with pytest.raises(UnknownNameError, match="no column 'level'"):
        predict(decay, NEW[["run", "hour"]])


def test_columns_may_be_named_by_their_headers(decay):
    frame = NEW.rename(columns={"run": "run (id)"})
    frame.attrs["headers"] = {"hour (h)": "hour", "id of run": "run (id)"}
    found = predict(decay, frame, time="hour (h)", trajectory="id of run").frame
    expected = predict(decay, NEW).frame
    np.testing.assert_array_equal(found["level_predicted"], expected["level_predicted"])


def test_dates_and_units_are_those_of_the_fit(decay):
    fitted = FittedTable(units={"day": "s", "level": "m"}, time="day", first="2020-01-01")
    dates = NEW.assign(hour=[f"2020-01-02T00:00:0{second}" for second in (2, 0, 1, 5, 6)])
    with pytest.warns(ReadingWarning, match="since 2020-01-01, as in the fit"):
        found = predict_motion(
            decay, dates, time="hour", trajectory="run", level=0.9, fitted=fitted
        )
    expected = predict(decay, NEW).frame
    np.testing.assert_allclose(found.frame["level_predicted"], expected["level_predicted"])
    for name, unit in (("hour", "h"), ("level", "cm")):
        frame = NEW.copy()
        frame.attrs["units"] = {name: unit}
        with pytest.raises(InvalidValueError, match=f"'{name}': expected the unit of the fit"):
            predict_motion(decay, frame, time="hour", trajectory="run", level=0.9, fitted=fitted)


def test_blanks_around_a_name_make_no_trajectory_of_its_own(decay):
    spaced = predict(decay, NEW.assign(run=["a", "a ", " a", "b", "b "])).frame
    np.testing.assert_array_equal(
        spaced["level_predicted"], predict(decay, NEW).frame["level_predicted"]
    )
