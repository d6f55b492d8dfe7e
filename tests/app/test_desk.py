import pytest

from nalm.app._desk import Desk
from nalm.app._work._question import Question
from nalm.inquiry import Effort, Request


@pytest.fixture
def desk():
    own = Desk()
    yield own
    own.close()


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("a.csv", "a.csv"),
        ("../../etc/a.csv", "a.csv"),
        ("C:\\data\\a.csv", "a.csv"),
        ("..", "data"),
        ("", "data"),
    ],
)
def test_no_name_leads_out_of_the_folder(desk, name, kept):
    path = desk.keep(name, b"x")
    assert path.name == kept
    assert path.resolve().is_relative_to(desk.folder.resolve())
    assert path.read_bytes() == b"x"


def test_two_files_of_one_name_are_kept_apart(desk):
    assert desk.keep("a.csv", b"1").read_bytes() != desk.keep("a.csv", b"2").read_bytes()


def test_closing_ends_the_work_and_deletes_the_files():
    desk = Desk()
    path = desk.keep("a.csv", b"x,y\n1,2\n")
    job = desk.begin(Question(request=Request(data=path, target="y"), effort=Effort()))
    desk.close()
    assert job.state.ended
    assert not desk.folder.exists()


def test_a_new_search_ends_the_one_before(desk):
    path = desk.keep("a.csv", b"x,y\n1,2\n")
    question = Question(request=Request(data=path, target="y"), effort=Effort())
    first = desk.begin(question)
    second = desk.begin(question)
    assert first.wait(5)
    assert desk.job is second


def test_predictions_end_with_the_desk():
    desk = Desk()
    path = desk.keep("a.csv", b"x,y\n1,2\n")
    question = Question(request=Request(data=path, target="y"), effort=Effort())
    beside = desk.predict(desk.begin(question), question)
    desk.close()
    assert beside.state.ended


def test_a_desk_is_wanted_while_one_of_its_visitors_is_there():
    there = {"a"}
    desk = Desk(there.__contains__)
    assert not desk.is_wanted
    desk.visit("a")
    desk.visit("b")
    assert desk.is_wanted
    there.clear()
    assert not desk.is_wanted
    desk.close()
