import pytest

from nalm.backends import Backend, Serial


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
