import json

import pytest

from nalm.app._work._answer import CONTENT
from tests.app.view.conftest import by_label, texts

LINE = "x,y\n" + "".join(f"{x},{3.5 * x}\n" for x in range(1, 12))


@pytest.fixture
def answered(dropped, jobs):
    page = dropped(LINE)
    by_label(page.radio, "Search").set_value("form").run()
    by_label(page.text_input, "Equation").set_value("y = k*x").run()
    by_label(page.checkbox, "Search other forms, too").uncheck().run()
    page.button("search").click().run()
    jobs[0].finish(stopped=True, notes=["read 'x' with --decimal ,"])
    return page.run()


def test_verdict_equation_and_remarks_are_shown(answered):
    assert not answered.exception
    assert r"$\large\displaystyle y = " in texts(answered.markdown)
    assert "Stopped: this is the best" in texts(answered.warning)
    assert "Note: Read 'x' with “Decimal sign” ," in texts(answered.caption).replace("\\", "")
    shown = texts([*answered.success, *answered.info, *answered.warning])
    assert "**" in shown


def test_reason_and_refusals_are_in_the_words_of_the_page(answered, jobs):
    path = jobs[0].folder / CONTENT
    content = json.loads(path.read_text())
    content["targets"][0]["reason"] = 'Give other `functions`. Fit with noise="relative".'
    content["refused"] = {"excel": "found erf. Register an exporter of your own with `a.b_c`."}
    path.write_text(json.dumps(content))
    page = answered.run()
    shown = texts([*page.success, *page.info, *page.warning]).replace("\\", "")
    assert "Give other “Functions”. Fit with “Noise” “grows with what is measured”." in shown
    captions = texts(page.caption).replace("\\", "")
    assert "found erf." in captions
    assert "exporter" not in captions


def test_everything_can_be_downloaded(answered):
    labels = [each.label for each in answered.get("download_button")]
    assert labels == ["Report (HTML)", "Model (JSON)", "Python", "C", "MATLAB", "Excel", "Julia"]
    assert any("nalm fit table.csv" in each.value for each in answered.code)


def test_constants_have_their_errors(answered):
    [constants] = [each.value for each in answered.dataframe if "constant" in each.value.columns]
    assert constants["value"].tolist() == ["3.5"]
