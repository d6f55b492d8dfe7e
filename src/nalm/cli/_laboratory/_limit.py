"""A limit on the time that a computation may take."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import final


@final
class TookTooLongError(Exception):
    """The time was up."""


@contextmanager
def time_limit(seconds: float) -> Generator[None]:
    """Stop what is inside the block after a time.

    Only the main thread of a process on Unix can be stopped; elsewhere there is no limit.

    Args:
        seconds: How long it may take.

    Yields:
        Nothing.

    Raises:
        TookTooLongError: If the time is up.

    Example:
        >>> with time_limit(10.0):
        ...     sum(range(10))
        45
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        # First the clock, then the handler: an alarm in between would end the process.
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TookTooLongError
