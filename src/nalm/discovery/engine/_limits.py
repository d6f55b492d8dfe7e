"""What a search may not exceed."""

import time
from dataclasses import dataclass
from typing import Self


class TimeIsUpError(Exception):
    """The search has used its time; caught where it began."""


@dataclass(frozen=True, kw_only=True)
class Clock:
    """When a search began and when it has to have answered; readings of `time.perf_counter`.

    Attributes:
        begin: The beginning.
        end: The end, or `None` for no limit.
    """

    begin: float
    end: float | None

    @classmethod
    def start(cls, max_time: float | None) -> Self:
        """Start a clock that is up after `max_time` seconds."""
        now = time.perf_counter()
        return cls(begin=now, end=None if max_time is None else now + max_time)

    @property
    def seconds(self) -> float:
        """Time since the beginning."""
        return time.perf_counter() - self.begin

    @property
    def is_up(self) -> bool:
        """Whether the end is over."""
        return self.end is not None and time.perf_counter() > self.end

    def before(self, share: float) -> float | None:
        """Return when all but a share of the time will be over; `None` without an end."""
        return None if self.end is None else self.end - share * (self.end - self.begin)


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
