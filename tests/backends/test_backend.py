import pytest

from nalm.backends import Backend, Serial
from nalm.errors import BackendError, WorkerLostError


def test_a_backend_is_abstract():
    with pytest.raises(TypeError, match="abstract"):
        Backend()


class Last(Backend):
    """Do the last call first, two at once."""

    slots = 2

    def __init__(self):
        self._inner, self.jobs = Serial(), []

    def submit(self, function, item, *, near=None):
        self.jobs.append(self._inner.submit(function, item))
        return self.jobs[-1]

    def next(self, *, timeout=None):
        return self.jobs.pop()

    def stop(self):
        self.jobs.clear()
        return []


def test_a_backend_may_complete_in_any_order():
    with Last() as backend:
        assert list(backend.map(abs, [-1, -2, -3])) == [2, 3, 1]
        assert list(backend.map(abs, [])) == []


def test_abandoning_a_map_drops_what_was_asked_for():
    backend = Last()
    results = backend.map(abs, iter([-1, -2, -3]))
    next(results)
    results.close()
    assert backend.jobs == []


def test_no_item_is_left_where_there_is_no_worker_for_a_while():
    class Away(Last):
        slots = 0

    assert sorted(Away().map(abs, [-1, -2])) == [1, 2]


@pytest.mark.parametrize("lost", [1, Backend.tries - 1])
def test_a_call_whose_worker_is_lost_is_made_again(lost):
    calls = []

    def negative(item):
        calls.append(item)
        if item == 2 and calls.count(2) <= lost:
            raise WorkerLostError("gone")
        return -item

    assert sorted(Last().map(negative, [1, 2, 3])) == [-3, -2, -1]
    assert {each: calls.count(each) for each in calls} == {1: 1, 2: lost + 1, 3: 1}


def test_a_call_that_loses_every_worker_is_given_up():
    def lose(item):
        raise WorkerLostError("gone")

    with pytest.raises(BackendError, match=f"'many': {Backend.tries} workers in a row were gone"):
        list(Serial().map(lose, ["many"]))
