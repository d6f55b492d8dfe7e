"""One call after the other, in this process."""

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar, final

from nalm.backends._backend import Backend, Item, Job, Result

T = TypeVar("T")


@final
class _Call(Job[T]):
    """A call that happens when its result is asked for."""

    place = "here"

    def __init__(self, function: Callable[[Any], T], item: object) -> None:
        self._function, self._item = function, item

    def result(self) -> T:
        return self._function(self._item)


@final
class Serial(Backend):
    """Do one call after the other in this process.

    A call happens only when its result is requested, so the caller has stored a result before the
    next one can fail or be interrupted.

    Example:
        >>> list(Serial().map(abs, [-1, 2]))
        [1, 2]
    """

    def __init__(self) -> None:
        self._waiting: deque[Job[Any]] = deque()

    @property
    def slots(self) -> int:
        """One."""
        return 1

    def submit(
        self,
        function: Callable[[Item], Result],
        item: Item,
        *,
        near: str | None = None,
    ) -> Job[Result]:
        """Note a call."""
        call = _Call(function, item)
        self._waiting.append(call)
        return call

    def next(self, *, timeout: float | None = None) -> Job[Any]:
        """Return the oldest call."""
        if not self._waiting:
            raise LookupError("no call is left: submit one before asking for the next.")
        return self._waiting.popleft()

    def stop(self) -> list[Job[Any]]:
        """Forget all calls."""
        self._waiting.clear()
        return []
