"""Calls that the workers of a cluster do; here they are threads of this process."""

import os
import signal
import time
from contextlib import closing

import pytest
import torch
from distributed import Client, LocalCluster

from nalm.backends import Dask, _arrival, is_stopping
from nalm.backends import _dask as module
from nalm.errors import BackendError, InvalidValueError, NoWorkersWarning, WorkerLostError

DASHBOARD = "127.0.0.1:0"  # any port that is free


@pytest.fixture(scope="module")
def client():
    threads = torch.get_num_threads()
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=DASHBOARD
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client
    torch.set_num_threads(threads)


@pytest.fixture
def backend(client):
    return Dask(client, seconds=0.1)


def fail(item):
    raise LookupError(f"no {item}")


def lose(item):
    raise WorkerLostError(f"{item} is gone")


class Deadly:
    """A result whose worker dies as it sends it; the next one does not."""

    def __init__(self, flag):
        self.flag = flag

    def __reduce__(self):
        if not self.flag.exists():
            self.flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return str, ("sent",)


def wait(item):
    """Work for a minute, or until it is told to stop."""
    end = time.monotonic() + 60
    while not is_stopping() and time.monotonic() < end:
        time.sleep(0.01)
    return item, is_stopping()


def wait_shortly(item):
    time.sleep(item / 10)
    return -item


def test_every_item_gives_one_result(backend):
    assert sorted(backend.map(abs, range(-7, 0))) == [1, 2, 3, 4, 5, 6, 7]
    assert backend.slots == 2


def test_a_map_that_was_abandoned_leaves_no_result_to_the_next(backend):
    abandoned = backend.map(wait_shortly, [1, 2])
    next(abandoned)
    abandoned.close()
    assert sorted(backend.map(wait_shortly, [3, 4, 5])) == [-5, -4, -3]


def test_a_job_is_returned_once_when_it_has_ended(backend):
    jobs = {backend.submit(abs, -1), backend.submit(abs, -2)}
    ended = {backend.next(), backend.next()}
    assert ended == jobs
    assert sorted(job.result() for job in ended) == [1, 2]
    assert len({job.place for job in ended}) <= 2
    with pytest.raises(LookupError, match="no call is left"):
        backend.next()


def test_it_runs_near_the_place_that_is_asked_for(backend, client):
    for place in client.nthreads():
        job = backend.submit(abs, -1, near=place)
        assert backend.next() is job
        assert (job.result(), job.place) == (1, place)


def test_it_runs_elsewhere_where_that_place_is_gone(backend):
    backend.submit(abs, -1, near="inproc://gone")
    job = backend.next(timeout=20)
    assert job.result() == 1


def test_calls_that_wait_for_a_worker_that_is_gone_are_lost(monkeypatch):
    monkeypatch.setattr(module, "_FRESH", 0.1)
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=DASHBOARD
        ) as cluster,
        Dask(Client(cluster)) as backend,
    ):
        (place,) = backend._client.nthreads()
        jobs = {backend.submit(wait_shortly, 5, near=place) for _ in range(2)}
        time.sleep(0.1)
        cluster.scale(0)
        while backend._client.nthreads():
            time.sleep(0.05)
        cluster.scale(1)
        for _ in range(2):
            job = backend.next(timeout=20)
            jobs.discard(job)
            with pytest.raises(WorkerLostError):
                job.result()
        assert not jobs
        assert list(backend.map(abs, [-1])) == [1]


@pytest.mark.thorough
def test_a_worker_that_dies_as_it_sends_a_result_is_gone(tmp_path):
    with Dask.local(1) as backend:
        backend.submit(abs, -1)
        job = backend.next(timeout=60)
        assert job.result() == 1
        # Dask lets it wait for that worker for ever, as there was no other when it died.
        backend.submit(Deadly, tmp_path / "died", near=job.place)
        job = backend.next(timeout=120)
        with pytest.raises(WorkerLostError):
            job.result()
        assert (tmp_path / "died").exists()
        backend.submit(Deadly, tmp_path / "died")
        assert backend.next(timeout=60).result() == "sent"


def test_workers_of_this_machine_that_are_gone_for_good_are_replaced(monkeypatch):
    monkeypatch.setattr(module, "_FRESH", 0.05)
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=DASHBOARD
    )
    with Dask(Client(cluster)) as backend:
        backend._cluster, backend._own = cluster, 2
        cluster.scale(0)
        while backend._client.nthreads():
            time.sleep(0.05)
        backend.submit(abs, -1)
        assert backend.next(timeout=20).result() == 1
        backend._client.wait_for_workers(2, timeout=20)


def test_workers_that_all_vanish_are_told_of_and_are_an_error_in_the_end(monkeypatch):
    monkeypatch.setattr(module, "_FRESH", 0.05)
    monkeypatch.setattr(_arrival, "NOTICE", 0.2)
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=DASHBOARD
        ) as cluster,
        Dask(Client(cluster), wait=1.0) as backend,
    ):
        assert list(backend.map(abs, [-1])) == [1]
        cluster.scale(0)
        while backend._client.nthreads():
            time.sleep(0.05)
        backend.submit(abs, -2)
        with pytest.warns(NoWorkersWarning, match="no workers; waiting 1 s"):
            for _ in range(10):  # as a caller does that looks for new workers in between
                with pytest.raises(TimeoutError):
                    backend.next(timeout=0.05)
        with pytest.raises(BackendError, match=r"expected a scheduler with workers.*within 1 s"):
            backend.next()
        cluster.scale(1)
        assert backend.next(timeout=20).result() == 2


@pytest.mark.parametrize(("function", "error"), [(fail, LookupError), (lose, WorkerLostError)])
def test_an_error_passes_unchanged(backend, function, error):
    backend.submit(function, 7)
    with pytest.raises(error, match="7"):
        backend.next().result()


def test_waiting_has_an_end(backend):
    backend.submit(wait, 1)
    with pytest.raises(TimeoutError, match=r"0\.1 s"):
        backend.next(timeout=0.1)
    (job,) = backend.stop()
    assert backend.next() is job
    assert job.result() == (1, True)


def test_stopping_ends_what_has_begun_and_drops_the_rest_but_not_what_comes_later(backend):
    for item in range(4):  # more than there are workers
        backend.submit(wait, item)
    time.sleep(0.3)
    ended, dropped = [], 0
    for _ in backend.stop():
        try:
            ended.append(backend.next().result())
        except WorkerLostError:
            dropped += 1
    assert (len(ended), dropped) == (2, 2)
    assert all(stopped for _, stopped in ended)
    assert list(backend.map(abs, [-1])) == [1]


def test_a_worker_with_another_version_is_refused(backend, monkeypatch):
    here = module.versions()
    monkeypatch.setattr(module, "versions", lambda: {**here, "torch": "1.0"})
    backend.submit(abs, -1)
    with pytest.raises(BackendError, match=r"has torch 2.* and this process torch 1\.0;"):
        backend.next().result()


def test_no_workers_are_refused():
    with pytest.raises(InvalidValueError, match="at least 1, found 0"):
        Dask.local(0)


def test_a_scheduler_without_workers_is_told_of():
    with LocalCluster(n_workers=0, processes=False, dashboard_address=DASHBOARD) as cluster:
        address = cluster.scheduler_address
        with pytest.raises(BackendError, match=f"{address}: expected a scheduler with workers"):
            Dask.connect(address=address, wait=0.1)
        cluster.scale(1)
        with Dask.connect(address=address, wait=20) as backend:
            assert list(backend.map(abs, [-1])) == [1]


def test_a_client_that_was_closed_is_told_of():
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=DASHBOARD
    ) as cluster:
        backend = Dask(Client(cluster))
        with closing(backend):
            assert list(backend.map(abs, [-1])) == [1]
        with pytest.raises(BackendError, match="scheduler is gone"):
            backend.submit(abs, -1)
