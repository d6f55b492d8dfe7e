"""Cohorts that worker processes train: the same table, whatever becomes of the workers."""

import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import torch
from distributed import Client, LocalCluster
from torch import nn

from nalm.backends import Dask
from nalm.errors import BackendError, InvalidValueError, WorkerLostError
from nalm.experiments import Options, execute, summarise
from nalm.experiments._execution import _schedule
from nalm.results import Store
from tests._processes import started
from tests.experiments._tiny import (
    EAGER,
    EVERY_EVALUATION,
    STEPS,
    THREE_COHORTS,
    assert_complete,
    contents,
    count,
    experiment,
    recipe,
    setting,
)
from tests.experiments.execution._proxy import Network

ROOT = Path(__file__).parents[3]
SHORT = 0.02  # seconds of a segment: two or three evaluations


class Broken(nn.Linear):
    """A network of the user that fails."""

    def forward(self, x):
        raise ArithmeticError("a mistake of the user")


class Slow(nn.Linear):
    """A network of the user whose steps take a while."""

    def forward(self, x):
        time.sleep(0.005)
        return super().forward(x)


SLOW = experiment(
    *(
        setting(network=partial(Slow, 2, 1), recipe=recipe(batch_size=size), unit=f"{size}")
        for size in (4, 8, 16, 32)
    ),
    seeds=2,
)
"""Four cohorts of about half a second, of a class that no worker can import."""


@pytest.fixture(
    scope="module", params=["threads", pytest.param("processes", marks=pytest.mark.thorough)]
)
def workers(request):
    """Two workers: processes, or threads of this one, which start at once."""
    if request.param == "processes":
        with Dask.local(2, seconds=SHORT) as backend:
            yield backend
        return
    threads = torch.get_num_threads()
    words = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(processes=False, **words) as cluster, Client(cluster) as client:
        yield Dask(client, seconds=SHORT)
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What one process stores, by experiment."""
    folder = tmp_path_factory.mktemp("alone")

    def found(of):
        path = folder / f"{len(of.settings)}.db"
        with Store(path) as store:
            list(execute(of, store, options=EAGER))
        return contents(of, path)

    return found


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs.db"


@contextmanager
def cluster(folder, *, workers=2, words=("--no-nanny",), port=0):
    """Start a scheduler and workers as a user would: its file, the processes of the workers."""
    file, dask = folder / "scheduler.json", Path(sys.executable).with_name("dask")
    with ExitStack() as all_of_them:

        def start(*command):
            process = started(command, stderr=subprocess.DEVNULL)
            return all_of_them.enter_context(process)

        scheduler = start(
            *(dask, "scheduler", "--port", str(port), "--scheduler-file", file, "--no-dashboard")
        )
        while not file.exists():
            assert scheduler.poll() is None
            time.sleep(0.05)
        common = [dask, "worker", "--nthreads", "1", "--no-dashboard", *words]
        place = [] if any("tcp" in each for each in words) else ["--scheduler-file", file]
        yield file, [start(*common, *place) for _ in range(workers)]


def test_two_workers_store_what_one_process_stores(path, workers, alone):
    with Store(path) as store:
        progress = list(execute(THREE_COHORTS, store, options=EVERY_EVALUATION, backend=workers))
    assert contents(THREE_COHORTS, path) == alone(THREE_COHORTS)
    assert_complete(THREE_COHORTS, path)
    assert {each.workers for each in progress} == {2}
    assert max(each.cohorts_running for each in progress) == 2
    done = [each.run_steps_done for each in progress]
    assert done == sorted(done)
    last = progress[-1]
    assert (last.stored, last.cohorts_done, last.cohorts_running) == (12, 3, 0)
    assert last.run_steps_done == last.run_steps == 12 * STEPS


@pytest.mark.thorough
def test_definitions_of_the_user_reach_the_workers(path, workers, alone):
    with Store(path) as store:
        list(execute(SLOW, store, options=EVERY_EVALUATION, backend=workers))
        assert len(summarise(SLOW, store)) == 4
    assert contents(SLOW, path) == alone(SLOW)


@pytest.mark.thorough
def test_stopping_keeps_what_the_workers_have(path, workers, alone, monkeypatch, request):
    def interrupt(**_):
        """Interrupt the first wait for a segment, half-way through the cohorts."""
        monkeypatch.undo()
        time.sleep(0.2)
        raise KeyboardInterrupt

    long = Dask(workers._client, seconds=60)  # a segment would train a cohort to its end
    monkeypatch.setattr(long, "next", interrupt)
    with Store(path) as store:
        steps = execute(SLOW, store, options=EVERY_EVALUATION, backend=long)
        with pytest.raises(KeyboardInterrupt), closing(steps):
            list(steps)
        kept = [store.load_checkpoint(each) for each in _checkpoints(path)]
        # A process that has just started may not have begun.
        assert len(kept) == 2 or (request.node.callspec.params["workers"] == "processes")
        assert all(0 <= each.step < STEPS for each in kept)
        list(execute(SLOW, store, options=EAGER, backend=workers))
    assert contents(SLOW, path) == alone(SLOW)
    assert_complete(SLOW, path)


def _checkpoints(path):
    with closing(sqlite3.connect(path)) as connection:
        return [key for (key,) in connection.execute("SELECT cohort FROM checkpoint")]


@pytest.mark.thorough
def test_a_segment_that_raises_ends_with_its_error_and_keeps_the_rest(path, workers, alone):
    wrong = replace(setting(network=partial(Broken, 2, 1)), unit="wrong")
    both = replace(SLOW, settings=(*SLOW.settings, wrong))
    with Store(path) as store:
        with pytest.raises(Exception, match="a mistake of the user"):
            list(execute(both, store, options=EVERY_EVALUATION, backend=workers))
        list(execute(SLOW, store, options=EAGER, backend=workers))
    assert contents(SLOW, path) == alone(SLOW)


def test_evaluations_that_happen_elsewhere_cannot_be_watched(path, workers):
    watching = Options(compile=False, on_evaluation=print)
    with Store(path) as store, pytest.raises(InvalidValueError, match=r"Options\.on_evaluation"):
        list(execute(THREE_COHORTS, store, options=watching, backend=workers))


def test_a_segment_that_kills_its_worker_again_and_again_is_told_of(path, monkeypatch, workers):
    monkeypatch.setattr(_schedule, "train_segment", _lose)
    with Store(path) as store, pytest.raises(BackendError, match="10 workers in a row were gone"):
        list(execute(THREE_COHORTS, store, options=EAGER, backend=workers))


def _lose(segment):
    raise WorkerLostError(str(segment.seconds))


@pytest.mark.thorough
def test_workers_killed_again_and_again_leave_the_same_table(path, alone):
    moments = random.Random(0)
    with Dask.local(2, seconds=0.1) as backend, Store(path) as store:
        pids = backend._client.run(os.getpid)
        for killed, _ in enumerate(
            execute(SLOW, store, options=EVERY_EVALUATION, backend=backend), start=1
        ):
            if killed % 3 == 0 and killed < 12:
                time.sleep(moments.uniform(0, 0.1))
                pids = backend._client.run(os.getpid)
                os.kill(moments.choice(sorted(pids.values())), signal.SIGKILL)
    assert contents(SLOW, path) == alone(SLOW)
    assert_complete(SLOW, path)


@pytest.mark.slow
def test_a_worker_that_is_gone_for_good_leaves_its_work_to_the_other(tmp_path, path, alone):
    with (
        cluster(tmp_path) as (file, processes),
        Dask.connect(file=file, seconds=0.1) as backend,
        Store(path) as store,
    ):
        backend._client.wait_for_workers(2)
        for number, _ in enumerate(execute(SLOW, store, options=EVERY_EVALUATION, backend=backend)):
            if number == 2:
                processes[0].kill()
    assert contents(SLOW, path) == alone(SLOW)
    assert_complete(SLOW, path)


@pytest.mark.slow
def test_a_driver_that_is_killed_goes_on_with_what_was_stored(tmp_path, path, alone):
    with cluster(tmp_path) as (file, _):
        script = (
            "import sys; from tests.experiments.execution.test_workers import drive; "
            "drive(*sys.argv[1:])"
        )
        command = [sys.executable, "-c", script, str(path), str(file)]
        saved = {}
        for lines in (3, 5):
            with started(
                command, cwd=ROOT, stdout=subprocess.PIPE, text=True, stderr=subprocess.DEVNULL
            ) as process:
                for _ in range(lines):
                    process.stdout.readline()
                process.kill()
            with Store(path, read_only=True) as store:
                for cohort in _checkpoints(path):
                    step = store.load_checkpoint(cohort).step
                    assert step >= saved.get(cohort, 0)
                    saved[cohort] = step
        assert saved
        subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert contents(SLOW, path) == alone(SLOW)
    assert_complete(SLOW, path)


def drive(path, file):
    """Execute in a process that is killed: a line for every part, after its checkpoint."""
    with Dask.connect(file=file, seconds=0.1) as backend, Store(path) as store:
        for progress in execute(SLOW, store, options=EVERY_EVALUATION, backend=backend):
            print(progress.run_steps_done, flush=True)


@pytest.mark.slow
def test_a_network_that_is_cut_for_half_a_minute_loses_nothing(tmp_path, path, alone):
    with socket.create_server(("127.0.0.1", 0)) as found:
        free = found.getsockname()[1]
    network = Network(free)
    words = ("--no-nanny", network.address)
    with (
        closing(network),
        cluster(tmp_path, words=words, port=free),
        Dask.connect(address=f"tcp://127.0.0.1:{free}", seconds=0.1) as backend,
        Store(path) as store,
    ):
        backend._client.wait_for_workers(2)
        for number, _ in enumerate(execute(SLOW, store, options=EVERY_EVALUATION, backend=backend)):
            if number == 2:
                network.cut()
                threading.Timer(30, network.mend).start()
    assert contents(SLOW, path) == alone(SLOW)
    assert_complete(SLOW, path)


@pytest.mark.slow
def test_ctrl_c_reaches_only_the_driver(tmp_path, path):
    """As in a terminal, the signal goes to the driver and to the workers that it started."""
    command = [Path(sys.executable).with_name("nalm"), "run", "mistry2021division/fig3", "--store"]
    words = ["--workers", "2", "--no-compile", "--seeds", "2", "--where", "unit=NRU"]
    with started(
        [*command, path, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Where the tests run in the background, children would ignore the signal as well.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.default_int_handler),
    ) as process:
        while not (path.exists() and count(path, "checkpoint")):
            time.sleep(0.2)
            if process.poll() is not None:
                break
        os.killpg(process.pid, signal.SIGINT)
        try:
            _, said = process.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    assert process.returncode == 130, said
    assert "Go on with: nalm run mistry2021division/fig3" in said
    assert "--workers 2" in said
    assert "Traceback" not in said
