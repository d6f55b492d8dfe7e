"""What a search or a fit may not exceed: its time, and its largest exponent."""

import math
import time
from dataclasses import dataclass
from typing import Self


class TimeIsUpError(Exception):
    """The search has used its time; caught where it began."""


@dataclass(frozen=True, kw_only=True)
class Clock:
    """When a search or a fit began and when it has to have answered.

    All moments are readings of `time.perf_counter`.

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

    def until(self, share: float) -> float:
        """Return the moment at which a part has to end; infinite without a limit.

        Args:
            share: Of the whole time, from its beginning.
        """
        return math.inf if self.end is None else self.begin + share * (self.end - self.begin)

    def left(self, share: float) -> float | None:
        """Return the seconds until then, at least a few milliseconds; `None` without a limit.

        Args:
            share: Of the whole time, from its beginning.
        """
        return None if self.end is None else max(self.until(share) - time.perf_counter(), 5e-3)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Of one search.

    Attributes:
        largest: Largest absolute exponent.
        deadline: Reading of `time.perf_counter` at which the search ends; infinite for never.
    """

    largest: float
    deadline: float = math.inf

    def check(self) -> None:
        """Raise once the time is up."""
        if time.perf_counter() > self.deadline:
            raise TimeIsUpError
