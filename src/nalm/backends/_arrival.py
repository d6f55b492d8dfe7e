"""Waiting for the first worker of a scheduler, and saying so."""

import time
import warnings
from collections.abc import Callable

from nalm.errors import BackendError, NoWorkersWarning

WAIT = 600.0
"""Seconds to wait for the first worker: a batch system may take its time to start one."""

NOTICE = 5.0
"""Seconds after which a scheduler without workers is told of."""

_LOOK = 0.2
_REMEDY = "Start them with `dask worker {scheduler} --nthreads 1`"


def wait_for_worker(count: Callable[[], int], *, scheduler: str, wait: float) -> None:
    """Wait until a scheduler has a worker.

    Args:
        count: Says how many there are.
        scheduler: Its address or file, as a worker is told of it.
        wait: Seconds.

    Raises:
        BackendError: If none has come by then.

    Warns:
        NoWorkersWarning: If none has come after some seconds.
    """
    remedy = _REMEDY.format(scheduler=scheduler)
    start, told = time.monotonic(), False
    while not count():
        waited = time.monotonic() - start
        if waited >= wait:
            raise BackendError(
                f"{scheduler}: expected a scheduler with workers, found none within {wait:g} s. "
                f"{remedy}, and if a batch system starts them, run again when they are there."
            )
        if not told and waited >= NOTICE:
            told = True
            warnings.warn(
                f"{scheduler}: the scheduler has no workers; waiting {wait:g} s for the first. "
                f"{remedy}.",
                NoWorkersWarning,
                stacklevel=3,
            )
        time.sleep(_LOOK)
