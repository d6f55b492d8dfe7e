"""The promise that every place of work keeps."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from types import TracebackType
from typing import Any, Generic, TypeVar

from nalm.errors import BackendError, WorkerLostError

Item = TypeVar("Item")
Result = TypeVar("Result")

_HOPELESS = (
    "{item!r:.80}: {tries} workers in a row were gone before they had done this. They may have too "
    "little memory, or the scheduler may stop them too soon. What was yielded before stays."
)


class Job(ABC, Generic[Result]):
    """One call that was submitted to a backend."""

    place: str | None = None
    """Which of several workers did it; to be near it, give this to `Backend.submit`."""

    @abstractmethod
    def result(self) -> Result:
        """Return what the function returned.

        Raises:
            WorkerLostError: If whoever did it is gone; the call may be submitted again.
            Exception: Whatever the function raises, KeyboardInterrupt included, unchanged.
        """


class Backend(ABC):
    """Call functions with items, somewhere.

    So that a backend may send work elsewhere, a function must depend on its item only, and must
    leave storing to whoever reads the results: one process writes the store. A backend is used by
    one caller at a time, and as a context manager, which closes it.

    Example:
        >>> from nalm.backends import Serial
        >>> with Serial() as backend:
        ...     sorted(backend.map(abs, [-1, 2]))
        [1, 2]
    """

    seconds: float = 0.0
    """How long a piece of work should take, if it can be cut: so that sending it costs little."""

    tries: int = 10
    """Workers that may be lost in a row over one call before the call is the likely cause: where
    one in ten is lost by chance, once in 10¹⁰ calls."""

    @property
    @abstractmethod
    def slots(self) -> int:
        """How many calls run at once; it may change as workers come and go."""

    @abstractmethod
    def submit(
        self, function: Callable[[Item], Result], item: Item, *, near: str | None = None
    ) -> Job[Result]:
        """Ask for a call.

        Args:
            function: What to compute.
            item: What to compute it for.
            near: The `Job.place` where it should run if it can.
        """

    @abstractmethod
    def next(self, *, timeout: float | None = None) -> Job[Any]:
        """Wait for the next call to end, and return it once.

        Args:
            timeout: Seconds to wait; None for as long as it takes.

        Raises:
            TimeoutError: If none ends in time.
            LookupError: If none is left.
            BackendError: If the place of work is gone.
        """

    @abstractmethod
    def stop(self) -> list[Job[Any]]:
        """Drop the calls that have not begun and ask the others to end early.

        Returns:
            Those which still end; `nalm.backends.is_stopping` tells the functions.
        """

    def close(self) -> None:  # noqa: B027  (not every place has something to give back)
        """Give everything back; a second call does nothing."""

    def __enter__(self) -> "Backend":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Call a function with every item and yield the results as they complete.

        A result must say by itself which item it belongs to, because the order is not promised. A
        call whose worker is lost is made again.

        Args:
            function: What to compute; called once per item.
            items: What to compute it for; read as workers get free.

        Returns:
            One result per item, in the order of completion. Abandoning the iterator starts no
            further item.

        Raises:
            BackendError: If as many workers in a row as `tries` were lost over one item.
            Exception: Whatever the function raises, unchanged. Results that were yielded before it
                stay valid.
        """
        left = iter(items)
        running: dict[Job[Result], tuple[Item, int]] = {}
        try:
            while True:
                # Where all workers are gone for now, a call waits for one, or tells of it.
                free = max(self.slots, 1) - len(running)
                for item in islice(left, max(free, 0)):
                    running[self.submit(function, item)] = item, 1
                if not running:
                    return
                job = self.next()
                if job not in running:  # of a map that was abandoned
                    continue
                item, tried = running.pop(job)
                try:
                    result: Result = job.result()
                except WorkerLostError as error:
                    if tried >= self.tries:
                        raise BackendError(_HOPELESS.format(item=item, tries=tried)) from error
                    running[self.submit(function, item)] = item, tried + 1
                    continue
                yield result
        finally:
            self.stop()
