"""A scheduler without workers: it is said at once, and is an error in the end."""

import time
import warnings

import pytest

from nalm.backends import _arrival
from nalm.backends._arrival import Vacancy, wait_for_worker
from nalm.errors import BackendError, NoWorkersWarning

PLACE = "tcp://10.0.0.1:8786"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(_arrival, "NOTICE", 0.02)
    monkeypatch.setattr(_arrival, "_LOOK", 0.01)


def arriving(*, after):
    counts = iter([*[0] * after, 1])
    return lambda: next(counts)


def test_a_worker_that_is_there_is_not_waited_for():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wait_for_worker(arriving(after=0), Vacancy(PLACE, wait=0.0))


def test_waiting_is_told_of_once_and_ends_with_the_first_worker():
    with pytest.warns(NoWorkersWarning, match="no workers; waiting 60 s") as told:
        wait_for_worker(arriving(after=8), Vacancy(PLACE, wait=60))
    assert len(told) == 1
    assert f"dask worker {PLACE} --nthreads 1" in str(told[0].message)


def test_without_a_worker_it_is_an_error_that_says_what_to_do():
    with (
        pytest.warns(NoWorkersWarning),
        pytest.raises(BackendError, match=r"none within 0\.05 s.*dask worker tcp://10.*--nthreads"),
    ):
        wait_for_worker(lambda: 0, Vacancy(PLACE, wait=0.05))


def test_workers_that_come_and_go_are_told_of_each_time():
    vacancy = Vacancy(PLACE, wait=60)
    for _ in range(2):
        with pytest.warns(NoWorkersWarning):
            for _ in range(4):
                vacancy.see(0)
                time.sleep(0.01)
        vacancy.see(3)
