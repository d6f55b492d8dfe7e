from nalm.app._view._rows import _question
from nalm.app._work._question import Question
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


def test_predictions_are_shown_beside_the_rows(answered, monkeypatch):
    class Instant(FakeJob):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            self.finish()

    monkeypatch.setattr("nalm.app._desk.Job", Instant)
    answered.button("same rows").click().run()
    assert not answered.exception
    [frame] = [each.value for each in answered.dataframe if "y_predicted" in each.value.columns]
    assert len(frame) == 11
