"""Who does the work of a command."""

import warnings
from pathlib import Path

import pytest

from nalm.backends import Dask, Serial
from nalm.cli._laboratory._workers import Workers
from nalm.errors import BackendError, InvalidValueError, NoWorkersWarning
from nalm.results import Store
from tests.cli.examples import NAME, nalm, small_experiment


def test_this_process_works_unless_told_otherwise():
    assert isinstance(Workers().open(), Serial)
    assert (Workers().are_others, Workers(count=1).are_others) == (False, True)


def test_one_place_is_expected():
    with pytest.raises(InvalidValueError, match="expected one of them, found several"):
        Workers(count=2, scheduler="tcp://a:1")
    outcome = nalm("run", NAME, "--workers", "2", "--scheduler", "tcp://a:1")
    assert outcome.code == 2
    assert "found several" in outcome.err


@pytest.mark.parametrize(
    ("workers", "words"),
    [
        (Workers(), []),
        (Workers(count=2), ["--workers", "2"]),
        (Workers(scheduler="tcp://a:1"), ["--scheduler", "tcp://a:1"]),
        (Workers(scheduler_file=Path("s.json")), ["--scheduler-file", "s.json"]),
    ],
)
def test_the_options_can_be_written_again(workers, words):
    assert workers.words() == words


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "nalm.backends._dask", None)
    with pytest.raises(BackendError, match=r"pip install nalm\[cluster\]"):
        Workers(count=1).open()


def test_a_scheduler_that_is_not_there_is_told_of():
    outcome = nalm("run", NAME, "--scheduler-file", "none.json")
    assert outcome.code == 1
    assert "none.json: expected the file of a running Dask scheduler" in outcome.err


def test_waiting_for_workers_is_a_line_for_the_user(monkeypatch, capsys):
    def connect(**_):
        warnings.warn("no workers yet.", NoWorkersWarning, stacklevel=1)
        said.append(capsys.readouterr().err)  # while it waits
        return Serial()

    said = []
    monkeypatch.setattr(Dask, "connect", connect)
    monkeypatch.setattr(Serial, "dashboard", "http://", raising=False)
    Workers(scheduler="tcp://a:1").open()
    assert said == ["Note: no workers yet.\n"]


def test_threads_are_not_for_workers():
    outcome = nalm("run", NAME, "--workers", "2", "--threads", "4")
    assert outcome.code == 2
    assert "--threads: expected none with other workers" in outcome.err


@pytest.mark.slow
def test_two_processes_train_an_experiment():
    outcome = nalm("run", NAME, "--workers", "2", "--no-compile")
    assert outcome.code == 0
    assert "2 workers; what they do: http://" in outcome.err
    assert "2 workers, cohorts: 0 running, 0 waiting" in outcome.out
    with Store("nalm.db", read_only=True) as store:
        assert store.keys() == {run.key for run in small_experiment().runs()}
    assert "are in nalm.db" in nalm("run", NAME, "--workers", "2").out
