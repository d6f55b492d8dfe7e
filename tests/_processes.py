"""Processes that a test starts: none outlives it, whatever fails."""

import subprocess
from contextlib import contextmanager


@contextmanager
def started(command, **words):
    """Start a process for the block, and kill it at its end.

    `subprocess.Popen` alone waits there, and for ever where an assertion failed before the process
    was told to stop.
    """
    with subprocess.Popen(command, **words) as process:
        try:
            yield process
        finally:
            process.kill()  # one that has ended is not hurt
