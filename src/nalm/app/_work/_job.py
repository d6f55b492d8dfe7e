"""A piece of work in a process of its own, which may be stopped at any moment."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, final

from nalm.app._work._events import Event, State, after, after_the_end, read_event
from nalm.app._work._question import Question, write_question

STOP = "stop"
"""The line that asks for the best answer so far."""
GRACE = 15.0
"""Seconds without anybody who waits for the answer, after which the work stops with its best."""
_LOG = "log.txt"


@final
class Job:
    """Work on a question in a process of its own.

    The process lives as long as its standard input is open. That ends with this process however it
    ends, so none is left behind.

    Args:
        question: What is wanted.
        folder: Where the answer is written; it is made.
        is_wanted: Whether somebody still waits for the answer.
        grace: Seconds without, after which it stops with its best; twice as many end it.
    """

    def __init__(
        self,
        question: Question,
        folder: Path,
        *,
        is_wanted: Callable[[], bool] = lambda: True,
        grace: float = GRACE,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.question = question
        self.folder = folder
        self.begin = time.monotonic()
        self._state = State()
        self._lock = threading.Lock()
        with (folder / _LOG).open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "nalm.app._work._worker", str(folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C in the terminal is for the server
            )
        self._say(write_question(question))
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        threading.Thread(target=self._watch, args=(is_wanted, grace), daemon=True).start()

    @property
    def state(self) -> State:
        """Return what is known now."""
        return self._state

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        return self._process.pid

    @property
    def seconds(self) -> float:
        """Return how long ago the work began."""
        return time.monotonic() - self.begin

    def stop(self) -> None:
        """Ask for the best answer so far, as Ctrl-C does on the command line."""
        self._change(lambda state: replace(state, stopping=True))
        self._say(STOP)

    def end(self) -> None:
        """End the process now, without an answer; nothing happens if it has ended."""
        self._change(lambda state: replace(state, stopping=True))
        self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Wait for the end.

        Args:
            seconds: At most.

        Returns:
            Whether the work has ended.
        """
        until = time.monotonic() + seconds
        while not self._state.ended and time.monotonic() < until:
            time.sleep(0.02)
        return self._state.ended

    def _say(self, line: str) -> None:
        stdin = self._process.stdin
        with suppress(OSError, ValueError):  # it has ended
            if stdin is not None:
                stdin.write(line + "\n")
                stdin.flush()

    def _change(self, change: Callable[[State], State]) -> None:
        with self._lock:
            self._state = change(self._state)

    def _listen(self, stdout: IO[str]) -> None:
        for line in stdout:
            event: Event = read_event(line)
            self._change(lambda state, event=event: after(state, event))
        code = self._process.wait()
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        stdout.close()
        lines = (self.folder / _LOG).read_text(encoding="utf-8", errors="replace").splitlines()
        last = lines[-1] if lines else ""
        self._change(lambda state: after_the_end(state, code=code, last_words=last))

    def _watch(self, is_wanted: Callable[[], bool], grace: float) -> None:
        wanted_at = time.monotonic()
        while not self._state.ended:
            now = time.monotonic()
            wanted_at = now if is_wanted() else wanted_at
            if now - wanted_at > 2 * grace:
                self.end()
                return
            if now - wanted_at > grace and not self._state.stopping:
                self.stop()
            time.sleep(min(0.5, grace / 2 + 0.01))
