import signal
import threading
import time

import pytest

from nalm.cli._laboratory._limit import TookTooLongError, time_limit


def test_what_takes_too_long_is_stopped():
    started = time.monotonic()
    with pytest.raises(TookTooLongError), time_limit(0.05):
        while time.monotonic() - started < 5:
            pass
    assert time.monotonic() - started < 4


def test_what_is_quick_enough_is_left_alone_and_no_alarm_stays():
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(0.05):
        value = 3
    time.sleep(0.1)
    assert value == 3
    assert signal.getsignal(signal.SIGALRM) is before


def test_an_error_inside_passes_and_no_alarm_stays():
    with pytest.raises(ZeroDivisionError), time_limit(0.05):
        _ = 1 / 0
    time.sleep(0.1)


def test_in_a_thread_there_is_no_limit():
    done = []

    def work():
        with time_limit(0.001):
            time.sleep(0.05)
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]
