from pathlib import Path

import pytest

from nalm.app._work._question import Question, read_question, write_question
from nalm.inquiry import Effort, FormRequest, ModelRequest, Request, RowsRequest
from nalm.tables import Reading

DATA = Path("a b.csv")


@pytest.mark.parametrize(
    "request_",
    [
        Request(data=DATA, target="y", inputs=("a", "b"), units=Path("units.csv")),
        Request(data=DATA, target="y", units="auto", dimensional_constants=True),
        Request(data=DATA, time="t", conserved=(("a", "b"), ("c", "d"))),
        FormRequest(
            data=DATA, form="y = kind*x", start={"kind": 1.0}, bounds={"kind": (0.0, None)}
        ),
        ModelRequest(model=Path("m.json")),
        RowsRequest(model=Path("m.json"), data=DATA, group="g", reading=Reading(decimal=",")),
    ],
)
def test_another_process_reads_what_was_asked(request_):
    question = Question(request=request_, effort=Effort(max_time=5.0, functions=()))
    line = write_question(question)
    assert "\n" not in line
    assert read_question(line) == question


def test_a_question_is_about_a_file():
    assert Question(request=Request(data=DATA, target="y")).file == DATA
    assert Question(request=ModelRequest(model=Path("m.json"))).file == Path("m.json")
