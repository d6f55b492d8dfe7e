"""Waiting for a worker of a scheduler that has none, and saying so."""

import time
import warnings
from collections.abc import Callable
from typing import final

from nalm.errors import BackendError, NoWorkersWarning

WAIT = 600.0
"""Seconds to wait for a worker: a batch system may take its time to start one."""

NOTICE = 5.0
"""Seconds after which a scheduler without workers is told of."""

_LOOK = 0.2
_REMEDY = "Start them with `dask worker {scheduler} --nthreads 1`"


@final
class Vacancy:
    """Tell of a scheduler that has no workers, and give up in the end.

    Args:
        scheduler: Its address or file, as a worker is told of it.
        wait: Seconds without workers until it is an error.
    """

    def __init__(self, scheduler: str, *, wait: float) -> None:
        self._scheduler, self._wait = scheduler, wait
        self._since: float | None = None
        self._told = False

    def see(self, workers: int) -> None:
        """Take note of how many workers there are now.

        Raises:
            BackendError: If there have been none for too long.

        Warns:
            NoWorkersWarning: If there have been none for some seconds; once, until one comes.
        """
        now = time.monotonic()
        if workers:
            self._since, self._told = None, False
            return
        if self._since is None:
            self._since = now
        waited, remedy = now - self._since, _REMEDY.format(scheduler=self._scheduler)
        if waited >= self._wait:
            raise BackendError(
                f"{self._scheduler}: expected a scheduler with workers, found none within "
                f"{self._wait:g} s. {remedy}, and if a batch system starts them, run again when "
                "they are there."
            )
        if not self._told and waited >= NOTICE:
            self._told = True
            warnings.warn(
                f"{self._scheduler}: the scheduler has no workers; waiting {self._wait:g} s for "
                f"one. {remedy}.",
                NoWorkersWarning,
                stacklevel=4,
            )


def wait_for_worker(count: Callable[[], int], vacancy: Vacancy) -> None:
    """Wait until a scheduler has a worker.

    Args:
        count: Says how many there are.
        vacancy: Tells of it, and gives up.
    """
    while not (workers := count()):
        vacancy.see(workers)
        time.sleep(_LOOK)
    vacancy.see(workers)
