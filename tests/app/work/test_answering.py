from pathlib import Path

import pandas as pd
import pytest

from nalm.app._work._answer import CODE, Answer
from nalm.app._work._answering import _written, answer
from nalm.app._work._question import Question
from nalm.discovery import load_model
from nalm.inquiry import Effort, FormRequest, ModelRequest, Request, RowsRequest

BRIEFLY = Effort(max_time=60.0)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("answer")
    lines = [f"{x},{2 * x + (g == 'b')},{g}\n" for g in "ab" for x in range(1, 11)]
    (path / "groups.csv").write_text("x,y,g\n" + "".join(lines))
    rows = [f"{x},{2 * x}\n" for x in range(1, 11)]
    (path / "table.csv").write_text("x,y\n" + "".join(rows))
    return path


def answered(request, folder):
    answer(Question(request=request, effort=BRIEFLY))(folder, notes=["a note"], stopped=False)
    return Answer.read(folder)


def test_a_form_leaves_page_model_and_code(folder):
    found = answered(FormRequest(data=folder / "table.csv", form="y = k*x", search=False), folder)
    assert found.content["notes"] == ["a note"]
    assert found.content["command"] == "nalm fit table.csv 'y = k*x' --no-search --max-time 60"
    assert set(CODE.values()) <= {path.name for path in folder.iterdir()}
    assert (folder / "page.html").read_text().startswith("<!doctype html>")
    assert load_model(folder / "model.json").equation_.startswith("y = ")


def test_code_computes_what_the_model_predicts(folder):
    answered(FormRequest(data=folder / "table.csv", form="y = k*x", search=False), folder)
    space = {}
    exec((folder / CODE["python"]).read_text(), space)
    model = load_model(folder / "model.json")
    assert space["y"](3.0) == pytest.approx(model.predict(pd.DataFrame({"x": [3.0]}))[0])


def test_rows_are_predicted(folder):
    answered(FormRequest(data=folder / "table.csv", form="y = k*x", search=False), folder)
    request = RowsRequest(model=folder / "model.json", data=folder / "table.csv")
    rows = folder / "rows"
    rows.mkdir()
    found = answered(request, rows)
    assert found.content["remarks"][0].startswith("y = ")
    assert "y_predicted" in (rows / "predicted.csv").read_text().splitlines()[0]


@pytest.mark.thorough
def test_groups_have_constants_of_their_own(folder, tmp_path):
    request = Request(data=folder / "groups.csv", target="y", inputs=("x",), group="g")
    found = answered(request, tmp_path)
    groups = found.content["grouping"]["groups"]
    assert [each["name"] for each in groups] == ["a", "b"]
    assert all(each["written"] for group in groups for each in group["constants"])
    assert Path(tmp_path / CODE["python"]).read_text().count("def ") == 2


def test_a_saved_model_answers_without_a_page(folder, tmp_path):
    first = answered(FormRequest(data=folder / "table.csv", form="y = k*x", search=False), folder)
    found = answered(ModelRequest(model=folder / "model.json"), tmp_path)
    [then], [now] = first.targets, found.targets
    for part in ("verdict", "reason", "headline", "text", "left_side", "candidates", "inputs"):
        assert now[part] == then[part]
    assert found.content["command"] == "nalm predict model.json new.csv"
    assert list(found.downloads()) == [n for n in first.downloads() if n != "Report (HTML)"]
    assert (tmp_path / "law.py").read_bytes() == (folder / "law.py").read_bytes()


@pytest.mark.parametrize(
    ("value", "stderr", "text"),
    [(31.666, 8.7, "31.7 ± 8.7"), (2.0, None, "2 ± ?"), (2.0, 0.0, "2")],
)
def test_constants_are_written_as_in_the_report(value, stderr, text):
    [constant] = _written([{"value": value, "stderr": stderr}])
    assert constant["written"] == text
