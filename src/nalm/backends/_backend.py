"""The promise that every place of work keeps."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class Backend(ABC):
    """Apply a function to items, somewhere.

    A result must say by itself which item it belongs to, because the order is not promised. So that
    a backend may send work elsewhere, the function must depend on its item only, and must
    leave storing to whoever reads the results: one process writes the store.

    Example:
        >>> class Reversed(Backend):
        ...     def map(self, function, items):
        ...         return (function(item) for item in reversed(list(items)))
        >>> list(Reversed().map(abs, [-1, -2]))
        [2, 1]
    """

    @abstractmethod
    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Apply a function to every item and yield the results as they complete.

        Args:
            function: What to compute; called once per item.
            items: What to compute it for.

        Returns:
            One result per item, in the order of completion. Abandoning the iterator starts no
            further item.

        Raises:
            Exception: Whatever the function raises, KeyboardInterrupt included, unchanged. Results
                that were yielded before it stay valid.
        """
