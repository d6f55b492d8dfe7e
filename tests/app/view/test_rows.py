import pytest

from nalm.app._view._rows import _question
from nalm.app._work._events import Failed
from nalm.app._work._question import Question
from nalm.errors import NalmError
from nalm.inquiry import Effort, FormRequest, Request
from tests.app.view.conftest import FakeJob
from tests.app.view.test_answered import answered as answered


def test_rows_are_asked_with_the_parts_of_the_search(tmp_path):
    asked = Request(data=tmp_path / "a.csv", time="t", trajectory="run")
    job = FakeJob(Question(request=asked, effort=Effort()), tmp_path, is_wanted=None)
    request = _question(job, tmp_path / "b.csv").request
    assert (request.time, request.trajectory, request.group) == ("t", "run", None)
    assert (request.model, request.data) == (tmp_path / "model.json", tmp_path / "b.csv")


def test_a_form_has_no_time(tmp_path):
    asked = FormRequest(data=tmp_path / "a.csv", form="y = x")
    job = FakeJob(Question(request=asked, effort=Effort()), tmp_path, is_wanted=None)
    assert _question(job, tmp_path / "b.csv").request.time is None


@pytest.fixture
def instant(monkeypatch):
    class Instant(FakeJob):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            try:
                self.finish()
            except NalmError as error:
                self.fail(Failed(message=str(error)))

    monkeypatch.setattr("nalm.app._desk.Job", Instant)


def test_predictions_are_shown_beside_the_rows(answered, instant):
    answered.button("same rows").click().run()
    assert not answered.exception
    [frame] = [each.value for each in answered.dataframe if "y_predicted" in each.value.columns]
    assert len(frame) == 11


def test_predictions_outlive_a_reload(answered, instant, jobs, again):
    answered.button("same rows").click().run()
    page = again(answered)
    assert any("y_predicted" in each.value.columns for each in page.dataframe)
    assert len(jobs) == 2
