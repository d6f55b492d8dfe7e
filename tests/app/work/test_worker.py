import io
import signal
import threading
import warnings

import pytest
from rich.console import Console

from nalm._display import choose_display
from nalm.app._work import _answering
from nalm.app._work._events import Done, Failed, Progress, read_event
from nalm.app._work._worker import NOTHING_YET, Channel, work
from nalm.errors import InputWarning, InvalidValueError


@pytest.fixture
def said(monkeypatch, tmp_path):
    """Return what a process says whose search is a given function."""

    def run(search, *, stopped=False):
        monkeypatch.setattr(_answering, "answer", search)
        out, flag = io.StringIO(), threading.Event()
        if stopped:
            flag.set()
        work(None, tmp_path, channel=Channel(out), stopped=flag)
        return [read_event(line) for line in out.getvalue().splitlines()]

    return run


def failing(error):
    def search(question):
        raise error

    return search


def test_progress_and_notes_are_told(said):
    kept = {}

    def search(question):
        choose_display(Console(), quiet=False).show("y", fraction=0.5, facts="best y = x")
        warnings.warn("left out 1 row", InputWarning, stacklevel=1)
        return lambda folder, **facts: kept.update(facts)

    assert said(search, stopped=True) == [
        Progress(name="y", fraction=0.5, facts="best y = x"),
        Done(),
    ]
    assert kept == {"notes": ["left out 1 row"], "stopped": True}


def test_errors_of_the_package_are_for_the_user(said):
    assert said(failing(InvalidValueError("no"))) == [Failed(message="no")]


def test_other_errors_are_faults_of_the_program(said, capsys):
    [failed] = said(failing(ZeroDivisionError("oh")))
    assert not failed.expected
    assert failed.message == "The program failed: ZeroDivisionError: oh"
    assert "Traceback" in capsys.readouterr().err


def test_a_stop_before_the_first_formula_has_no_answer(said):
    assert said(failing(KeyboardInterrupt())) == [Failed(message=NOTHING_YET)]


def test_a_stop_while_the_answer_is_written_loses_nothing(said):
    written = []

    def write(folder, **facts):
        signal.raise_signal(signal.SIGINT)
        written.append(folder)

    assert said(lambda question: write) == [Done()]
    assert written
