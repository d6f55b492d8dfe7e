import itertools

import pytest

from nalm.backends import Serial


def test_every_item_gives_one_result_in_order():
    assert list(Serial().map(lambda item: item * 2, [3, 1, 2])) == [6, 2, 4]
    assert list(Serial().map(abs, [])) == []


def test_every_call_has_the_same_place():
    backend = Serial()
    first = backend.submit(abs, -1)
    assert first.place is not None
    assert backend.submit(abs, -2, near=first.place).place == first.place


def test_an_item_starts_only_when_its_result_is_asked_for():
    started = []
    results = Serial().map(started.append, itertools.count())
    assert started == []
    next(results)
    next(results)
    assert started == [0, 1]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, SystemExit])
def test_an_interruption_passes_unchanged_and_keeps_earlier_results(error):
    started = []

    def work(item):
        started.append(item)
        if item == 2:
            raise error("stop")
        return item

    done = []
    with pytest.raises(error, match="stop"):
        done.extend(Serial().map(work, [0, 1, 2, 3]))
    assert done == [0, 1]
    assert started == [0, 1, 2]


def test_an_error_of_the_items_passes_unchanged():
    def items():
        yield 1
        raise LookupError("items")

    with pytest.raises(LookupError, match="items"):
        list(Serial().map(abs, items()))
