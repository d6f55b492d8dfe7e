import numpy as np
import pandas as pd
import pytest

from nalm.discovery import DynamicsRegressor, SymbolicRegressor
from nalm.inquiry import ModelRequest
from tests.app.view.conftest import by_label, texts
from tests.app.view.test_rows import instant as instant

X = np.linspace(1, 9, 12)


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    line = SymbolicRegressor(max_time=5)
    line.fit(pd.DataFrame({"x": X}), pd.Series(3 * X, name="y")).save(folder / "line")
    groups = SymbolicRegressor(max_time=5)
    x, y = pd.DataFrame({"x": np.r_[X, X]}), pd.Series(np.r_[3 * X, 5 * X], name="y")
    groups.fit(x, y, groups=np.repeat(["a", "b"], len(X))).save(folder / "groups")
    decay = DynamicsRegressor(max_time=60)
    decay.fit([X / 4], [pd.DataFrame({"n": np.exp(-X / 4)})]).save(folder / "decay")
    return {name: (folder / name).read_bytes() for name in ("line", "groups", "decay")}


def predicted(page, table):
    [uploader] = [each for each in page.file_uploader if each.label.startswith("Other rows")]
    return uploader.set_value(("new.csv", table.encode(), "text/csv")).run()


def frame_with(page, column):
    [frame] = [each.value for each in page.dataframe if column in each.value.columns]
    return frame


def test_a_model_is_opened_at_once(dropped, jobs, models):
    page = dropped(models["line"], "model.json")
    assert "Opening model.json" in texts(page.subheader)
    assert isinstance(jobs[0].question.request, ModelRequest)
    jobs[0].finish()
    page.run()
    assert not page.exception
    assert r"$\large\displaystyle y = 3 x$" in texts(page.markdown)
    assert "A law" in texts(page.success)
    assert [each.label for each in page.tabs] == ["Equation", "Other rows", "Download"]


def test_rows_of_a_model_are_predicted_with_bounds_and_marks(dropped, jobs, models, instant):
    page = predicted(dropped(models["line"], "model.json"), "x\n4\n50\n")
    assert not page.exception
    frame = frame_with(page, "y_predicted")
    assert frame["y_predicted"].tolist() == pytest.approx([12, 150])
    assert {"y_lower", "y_upper"} <= set(frame.columns)
    assert frame["outside"].tolist() == ["", "x"]
    assert "Predictions for new.csv" in texts(page.markdown).replace("\\", "")
    assert "1 of 2 rows lies outside" in texts(page.caption)


def test_the_column_of_groups_is_asked(dropped, jobs, models, instant):
    page = predicted(dropped(models["groups"], "model.json"), "x,g\n4,a\n4,b\n")
    by_label(page.selectbox, "Group").set_value("g").run()
    assert frame_with(page, "y_predicted")["y_predicted"].tolist() == pytest.approx([12, 20])


def test_the_column_of_times_is_proposed(dropped, jobs, models, instant):
    page = predicted(dropped(models["decay"], "model.json"), "time,n\n0,1\n1,\n")
    assert by_label(page.selectbox, "Time").value == "time"
    shown = frame_with(page, "n_predicted")["n_predicted"].tolist()
    assert shown == pytest.approx([1, np.exp(-1)], rel=1e-2)


@pytest.mark.parametrize("content", [b"{}", b"[1", b"\xff\xfe\0"])
def test_another_json_is_said(dropped, jobs, instant, content):
    page = dropped(content, "other.json")
    assert not page.exception
    said = texts(page.error).replace("\\", "")
    assert "other.json" in said
    assert "nalm-app-" not in said
    assert "A saved model" not in texts(page.caption)


def test_a_model_ends_no_search(dropped, jobs, models):
    page = dropped("x,y\n1,3\n2,6\n4,12\n")
    page.button("search").click().run()
    page.file_uploader("file").set_value(("model.json", models["line"], "")).run()
    assert len(jobs) == 1
    assert page.button("open").disabled
    jobs[0].end()
    page.run().button("open").click().run()
    assert isinstance(jobs[1].question.request, ModelRequest)
