"""The program of the process that works: ``python -m nalm.app._work._worker FOLDER``.

The first line of its standard input is the question, a later one may ask it to stop; when the input
ends, so does it. Its standard output has events alone.
"""

import _thread
import os
import signal
import sys
import threading
import traceback
import warnings
from pathlib import Path
from typing import IO, final

from nalm._display import Display, Part, shown_on
from nalm._interruption import Interruption
from nalm.app._work._events import Done, Event, Failed, Progress, write_event
from nalm.app._work._job import STOP
from nalm.app._work._question import Question, read_question
from nalm.errors import NalmError, NalmWarning, UnfinishedWarning

NOTHING_YET = "Stopped before there was a first formula. Your choices are kept."


@final
class Channel(Display):
    """Tell another process what is shown.

    Args:
        out: Where events are written.
    """

    def __init__(self, out: IO[str]) -> None:
        self._out = out

    def show(self, name: str, *, fraction: float, facts: str, part: Part | None = None) -> None:
        """Send how far the work is."""
        self.send(Progress(name=name, fraction=fraction, facts=facts))

    def send(self, event: Event) -> None:
        """Send an event.

        Args:
            event: Any.
        """
        self._out.write(write_event(event) + "\n")
        self._out.flush()


def work(question: Question, folder: Path, *, channel: Channel, stopped: threading.Event) -> None:
    """Answer a question, and say how it went.

    Args:
        question: What is wanted.
        folder: Where the answer is written.
        channel: Who hears of it.
        stopped: Set once the user asked to stop.
    """
    from nalm.app._work._answering import answer

    try:
        with warnings.catch_warnings(record=True) as caught, shown_on(channel):
            warnings.simplefilter("always", NalmWarning)
            write = answer(question)
        known = (UnfinishedWarning,) if stopped.is_set() else ()  # the page says it anyhow
        notes = [
            str(each.message)
            for each in caught
            if issubclass(each.category, NalmWarning) and not issubclass(each.category, known)
        ]
        with Interruption().instead():  # a stop that comes too late loses nothing
            write(folder, notes=list(dict.fromkeys(notes)), stopped=stopped.is_set())
    except NalmError as error:
        channel.send(Failed(message=str(error)))
    except KeyboardInterrupt:
        channel.send(Failed(message=NOTHING_YET))
    except Exception as error:
        traceback.print_exc()  # to the log
        message = f"The program failed: {type(error).__name__}: {error}"
        channel.send(Failed(message=message, expected=False))
    else:
        channel.send(Done())


def _obey(lines: IO[str], stopped: threading.Event) -> None:
    for line in lines:
        if line.strip() == STOP:
            stopped.set()
            # As Ctrl-C: the search notices it and returns its best.
            _thread.interrupt_main()
    os._exit(1)  # whoever asked is gone: there is nobody to clean up for


def main() -> None:
    """Work on the question that comes in."""
    # Whoever started this may ignore Ctrl-C, and children inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # What libraries print must not be taken for an event.
    out, sys.stdout = sys.stdout, sys.stderr
    question = read_question(sys.stdin.readline())
    stopped = threading.Event()
    threading.Thread(target=_obey, args=(sys.stdin, stopped), daemon=True).start()
    work(question, Path(sys.argv[1]), channel=Channel(out), stopped=stopped)


if __name__ == "__main__":
    main()
