import signal
import threading

import pytest

from nalm._interruption import Interruption


@pytest.fixture
def interruption():
    before = signal.getsignal(signal.SIGINT)
    yield Interruption()
    assert signal.getsignal(signal.SIGINT) is before


def interrupt():
    signal.raise_signal(signal.SIGINT)


def test_an_interrupt_is_noted_and_raises(interruption):
    with pytest.raises(KeyboardInterrupt), interruption.noted():
        interrupt()
    assert interruption.happened


def test_without_an_interrupt_nothing_happened(interruption):
    with interruption.noted(), interruption.instead():
        pass
    assert not interruption.happened


def test_the_first_interrupt_is_noted_instead_and_the_second_raises(interruption):
    with pytest.raises(KeyboardInterrupt), interruption.instead():
        interrupt()
        assert interruption.happened
        interrupt()


def test_who_else_notices_an_interrupt_notices_it_too(interruption):
    inner = Interruption()
    with interruption.instead(), inner.instead():
        interrupt()
    assert interruption.happened and inner.happened


@pytest.mark.parametrize("handler", [None, signal.SIG_IGN, signal.SIG_DFL])
def test_a_handler_that_is_not_of_python_is_left_alone(monkeypatch, handler):
    monkeypatch.setattr(signal, "getsignal", lambda number: handler)
    monkeypatch.setattr(signal, "signal", lambda *given: pytest.fail("could not be undone"))
    with Interruption().noted(), Interruption().instead():
        pass


def test_other_threads_are_left_alone():
    handlers = []

    def work():
        with Interruption().noted(), Interruption().instead():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [signal.getsignal(signal.SIGINT)]
