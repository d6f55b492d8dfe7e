import itertools
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from nalm.cli._laboratory import _training
from nalm.experiments import Progress, Setting
from nalm.results import Store
from tests._processes import started
from tests.cli.examples import NAME, fill, nalm, small_experiment


def interrupt(experiment, store, *, options, known, backend, cost):
    store.add([])
    yield Progress(
        runs=16, stored=3, solved=3, run_steps=64, run_steps_done=8, cohort="NRU", step=2
    )
    raise KeyboardInterrupt


def test_ctrl_c_says_what_is_kept_and_how_to_go_on(monkeypatch):
    fill("my.db", small_experiment(), runs=3)
    monkeypatch.setattr("nalm.experiments.execute", interrupt)
    outcome = nalm("run", NAME, "--store", "my.db", "--no-compile")
    assert outcome.code == 130
    assert "my.db keeps 3 of 16 finished runs" in outcome.err
    assert f"Go on with: nalm run {NAME} --store my.db" in outcome.err


def advance(experiment, store, *, options, known, backend, cost):
    for done in (0, 50, 100):
        yield Progress(
            runs=9, stored=0, solved=4, run_steps=100, run_steps_done=done, cohort="NMRU", step=done
        )


def test_the_last_line_says_what_is_solved_and_how_fast_it_went(monkeypatch):
    clock = itertools.count(0.0, 10.0)
    monkeypatch.setattr(_training, "time", SimpleNamespace(monotonic=clock.__next__))
    monkeypatch.setattr("nalm.experiments.execute", advance)
    fill("nalm.db", small_experiment(), runs=3)
    out = nalm("run", NAME, "--no-compile").out
    assert "100%  NMRU: step 100, 4 of 9 runs solved, 5 run-steps/s, 0 s left" in out


def third_of_four(experiment, store, *, options, known, backend, cost):
    yield Progress(
        runs=9,
        stored=4,
        solved=4,
        run_steps=100,
        run_steps_done=100,
        cohort="NRU",
        step=7,
        stopped=2,
        cohorts=4,
        cohorts_done=2,
    )


def test_a_line_says_which_of_many_cohorts_trains_and_who_stopped(monkeypatch):
    monkeypatch.setattr("nalm.experiments.execute", third_of_four)
    out = nalm("run", NAME, "--no-compile").out
    assert "NRU: step 7, 2 stopped, cohort 3 of 4, 4 of 9 runs solved" in out


def test_what_is_missing_is_announced():
    fill("nalm.db", small_experiment(), runs=15)
    outcome = nalm("run", NAME, "--no-compile")
    assert outcome.code == 0
    assert "1 runs to train (15 of 16 are in nalm.db)" in outcome.out


def counted(monkeypatch, kind, name):
    """Note every call of a method, which goes on doing what it does."""
    method, calls = getattr(kind, name), []

    def noted(self, *arguments):
        calls.append(arguments)
        return method(self, *arguments)

    monkeypatch.setattr(kind, name, noted)
    return calls


def test_runs_are_described_and_the_keys_of_the_store_are_read_once(monkeypatch):
    settings = len(small_experiment().settings)
    described, read = counted(monkeypatch, Setting, "runs"), counted(monkeypatch, Store, "keys")
    alone = counted(monkeypatch, Setting, "run")
    assert nalm("run", NAME, "--no-compile").code == 0
    assert len(described) == settings
    assert len(alone) == settings  # for its cost
    assert len(read) == 1


@pytest.mark.thorough
def test_a_signal_in_the_middle_ends_orderly(tmp_path):
    program = Path(sys.executable).with_name("nalm")
    words = ["run", NAME, "--seeds", "1", "--where", "unit=NMRU", "--no-compile"]
    with started(
        [program, *words],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert "9 runs to train" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "Go on with: nalm run" in err
