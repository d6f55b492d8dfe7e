import pytest

from nalm.app._work._events import (
    Done,
    Failed,
    Progress,
    State,
    after,
    after_the_end,
    read_event,
    write_event,
)

HALF = Progress(name="y", fraction=0.5, facts="sums; best y = x")


@pytest.mark.parametrize("event", [HALF, Failed(message="no\nnumbers"), Done()])
def test_an_event_is_one_line(event):
    line = write_event(event)
    assert "\n" not in line
    assert read_event(line) == event


def test_the_last_progress_of_each_part_is_known():
    state = State()
    for event in (HALF, Progress(name="z", fraction=1.0, facts=""), HALF):
        state = after(state, event)
    assert list(state.parts) == ["y", "z"]
    assert state.fraction == 0.75
    assert State().fraction == 0


def test_an_answer_is_known_once_the_process_has_ended():
    done = after_the_end(after(State(), Done()), code=0, last_words="")
    assert done.is_done
    assert done.ended
    assert done.failed is None


def test_a_message_of_the_process_is_kept():
    failed = after_the_end(after(State(), Failed(message="no")), code=0, last_words="x")
    assert failed.failed == Failed(message="no")


def test_an_unexpected_end_says_what_the_process_said_last():
    state = after_the_end(State(), code=-9, last_words="MemoryError")
    assert state.failed is not None
    assert not state.failed.expected
    assert "code -9: MemoryError" in state.failed.message


def test_an_end_that_was_asked_for_is_no_fault():
    state = after_the_end(State(stopping=True), code=-9, last_words="")
    assert state.failed == Failed(message="Ended without an answer.")
