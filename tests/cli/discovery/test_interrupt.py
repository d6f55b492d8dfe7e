import os
import signal
import threading

import pytest

from nalm.cli._discovery._interrupt import noticed_interrupt


def test_an_interrupt_that_is_survived_is_noticed():
    before = signal.getsignal(signal.SIGINT)
    with noticed_interrupt() as interruption:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            signal.sigtimedwait([], 1.0)
        except KeyboardInterrupt:
            pass
    assert interruption.happened
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupt_that_is_not_survived_goes_on():
    with pytest.raises(KeyboardInterrupt), noticed_interrupt() as interruption:
        os.kill(os.getpid(), signal.SIGINT)
        signal.sigtimedwait([], 1.0)
    assert interruption.happened


def test_a_handler_that_python_did_not_install_is_left_alone(monkeypatch):
    monkeypatch.setattr(signal, "getsignal", lambda number: None)
    monkeypatch.setattr(signal, "signal", lambda *given: pytest.fail("could not be undone"))
    with noticed_interrupt() as interruption:
        pass
    assert not interruption.happened


def test_other_threads_are_left_alone():
    seen = []

    def work():
        with noticed_interrupt() as interruption:
            seen.append(interruption.happened)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]
