"""A function learns that it should end early."""

import threading

from nalm.backends import is_stopping
from nalm.backends._stopping import called_by, stop_caller


def test_a_function_learns_that_its_caller_and_no_other_wants_it_to_stop():
    with called_by("one"):
        assert not is_stopping()
        stop_caller("other")
        assert not is_stopping()
        stop_caller("one")
        assert is_stopping()
    assert not is_stopping()


def test_a_caller_is_one_of_this_thread():
    found = []
    stop_caller("one")
    with called_by("one"):
        thread = threading.Thread(target=lambda: found.append(is_stopping()))
        thread.start()
        thread.join()
    assert found == [False]
