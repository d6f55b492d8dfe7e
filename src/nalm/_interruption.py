"""Ctrl-C: what is interrupted notes it, and returns what it has so far."""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import final


@final
class Interruption:
    """Whether the user asked to stop.

    Only the main thread gets signals; elsewhere, and where Ctrl-C is ignored or handled outside
    Python, the blocks change nothing.
    """

    def __init__(self) -> None:
        self.happened = False

    @contextmanager
    def noted(self) -> Generator[None]:
        """Note Ctrl-C inside the block; it raises KeyboardInterrupt there as always.

        Example:
            >>> interruption = Interruption()
            >>> with interruption.noted():
            ...     pass
            >>> interruption.happened
            False
        """
        with self._handled(once=False):
            yield

    @contextmanager
    def instead(self) -> Generator[None]:
        """Note the first Ctrl-C inside the block instead of raising; the second raises as always.

        A `KeyboardInterrupt` may come between any two instructions, also where the best formula is
        fitted for the last time, or written to a file, and what was found would be lost. A flag
        that is looked at between two formulas loses nothing.

        Example:
            >>> interruption = Interruption()
            >>> with interruption.instead():
            ...     signal.raise_signal(signal.SIGINT)
            >>> interruption.happened
            True
        """
        with self._handled(once=True):
            yield

    @contextmanager
    def _handled(self, *, once: bool) -> Generator[None]:
        before = signal.getsignal(signal.SIGINT)
        # Not a function, but an enumeration or None, where Python handles nothing.
        if threading.current_thread() is not threading.main_thread() or not callable(before):
            yield
            return

        def handle(number: int, frame: FrameType | None) -> None:
            raises = self.happened or not once
            self.happened = True
            if raises:
                before(number, frame)
                return
            with suppress(KeyboardInterrupt):  # who else notices Ctrl-C shall notice this one
                before(number, frame)

        signal.signal(signal.SIGINT, handle)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
