"""One item after the other, in this process."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar, final

from nalm.backends._backend import Backend

Item = TypeVar("Item")
Result = TypeVar("Result")


@final
class Serial(Backend):
    """Apply a function to one item after the other in this process.

    An item starts only when its result is requested, so the caller has stored a result before the
    next item can fail or be interrupted.

    Example:
        >>> list(Serial().map(abs, [-1, 2]))
        [1, 2]
    """

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Apply a function to every item, in order.

        Args:
            function: What to compute; called once per item.
            items: What to compute it for; read one at a time.

        Returns:
            One result per item, in the order of the items.

        Raises:
            Exception: Whatever the function raises, KeyboardInterrupt included, unchanged.

        Example:
            >>> next(Serial().map(len, ["one", "three"]))
            3
        """
        for item in items:
            yield function(item)
