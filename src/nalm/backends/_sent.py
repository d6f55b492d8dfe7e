"""A call on its way to a worker: how it is written, and what became of it."""

# Dask and cloudpickle have types for a part of what is used here.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any, TypeAlias, TypeVar, cast, final

import cloudpickle
from distributed import Future, KilledWorker
from distributed.comm.core import CommClosedError

from nalm.backends._backend import Job
from nalm.backends._own_modules import own_modules
from nalm.errors import BackendError, WorkerLostError

T = TypeVar("T")
Raised: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None]
Outcome: TypeAlias = tuple[str, Any] | Raised | BaseException
"""Of a call: place and value; what it raised; or that it was cancelled."""


@final
class Sent(Job[T]):
    """A call that a worker does.

    Args:
        future: Dask's own. What was sent is not kept: a thousand items take much memory.
        near: The worker that should do it.
    """

    # The oldest Dask's class takes no parameter when it is evaluated.
    def __init__(self, future: "Future[Any]", *, near: str | None) -> None:
        self.future, self.near = future, near
        self.when = time.monotonic()
        self.outcome: Outcome = CancelledError("it has not ended")

    def result(self) -> T:
        try:
            self.place, value = cast("tuple[str, T]", _value(self.outcome))
        except (KilledWorker, CommClosedError, CancelledError, asyncio.CancelledError) as error:
            raise WorkerLostError(f"a worker is gone: {error}") from error
        except (ImportError, AttributeError) as error:
            if "nalm" not in str(error):
                raise
            raise BackendError(
                f"a worker cannot import what it needs ({error}). Install the same version of nalm "
                "with its extra `cluster` on all machines."
            ) from error
        return value


def _value(outcome: Outcome) -> object:
    """Return what `nalm.backends._remote.call` did, or raise what it or Dask raised."""
    if isinstance(outcome, BaseException):
        raise outcome
    if len(outcome) == 3:
        _, error, trace = outcome
        raise error.with_traceback(trace)
    return outcome


def pickled(function: Callable[[Any], object], item: object) -> bytes:
    """Write a call so that a worker without the user's files can do it."""
    before = cloudpickle.list_registry_pickle_by_value()
    modules = [each for each in own_modules() if each.__name__ not in before]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        return cloudpickle.dumps((function, item))
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)
