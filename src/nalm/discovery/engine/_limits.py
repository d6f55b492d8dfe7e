"""What a search may not exceed."""

import time
from dataclasses import dataclass


class TimeIsUpError(Exception):
    """The search has used its time; caught where it began."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Of one search.

    Attributes:
        largest: Largest absolute exponent.
        deadline: Reading of `time.perf_counter` at which the search ends, or `None`.
    """

    largest: float
    deadline: float | None = None

    def check(self) -> None:
        """Raise once the time is up."""
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise TimeIsUpError
