"""Noticing Ctrl-C where what is interrupted returns what it has so far."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import final


@final
class Interruption:
    """Tell whether Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.happened = False


@contextmanager
def noticed_interrupt() -> Generator[Interruption]:
    """Notice Ctrl-C inside the block; it raises KeyboardInterrupt there as always.

    Yields:
        What tells whether it happened, also after the block.

    Example:
        >>> with noticed_interrupt() as interruption:
        ...     pass
        >>> interruption.happened
        False
    """
    interruption = Interruption()
    before = signal.getsignal(signal.SIGINT)
    # Only the main thread handles signals, and a handler of another language cannot be put back.
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield interruption
        return

    def handle(number: int, frame: FrameType | None) -> None:
        interruption.happened = True
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGINT, handle)
    try:
        yield interruption
    finally:
        signal.signal(signal.SIGINT, before)
