"""What a search or a fit may spend: its time, until the user interrupts it."""

import math
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Self

from nalm._interruption import Interruption


class TimeIsUpError(Exception):
    """The time is over, or the user pressed Ctrl-C; caught where the search began."""


@dataclass(frozen=True, kw_only=True)
class Budget:
    """When a search or a fit began, when it has to have answered, and whether it was interrupted.

    All moments are readings of `time.perf_counter`.

    Attributes:
        begin: The beginning.
        end: The end; infinite for no limit.
        interruption: Set by Ctrl-C: from then on the time is up. Parts of a budget share it.
    """

    begin: float = 0.0
    end: float = math.inf
    interruption: Interruption = field(default_factory=Interruption)

    @classmethod
    def start(cls, max_time: float | None) -> Self:
        """Begin now, with `max_time` seconds, or without a limit."""
        now = time.perf_counter()
        return cls(begin=now, end=math.inf if max_time is None else now + max_time)

    @property
    def seconds(self) -> float:
        """Time since the beginning."""
        return time.perf_counter() - self.begin

    @property
    def seconds_left(self) -> float:
        """Time until the end, negative after it; infinite without a limit."""
        return self.end - time.perf_counter()

    @property
    def is_up(self) -> bool:
        """Whether the end is over, or Ctrl-C was pressed."""
        return self.interruption.happened or time.perf_counter() > self.end

    def check(self) -> None:
        """Raise `TimeIsUpError` once the time is up."""
        if self.is_up:
            raise TimeIsUpError

    def part(self, share: float) -> "Budget":
        """Return the first part of the time; it has the same beginning, and the same interruption.

        Args:
            share: Of the whole time.
        """
        return Budget(begin=self.begin, end=self.until(share), interruption=self.interruption)

    def shared(self, count: int) -> "Budget":
        """Return what one of several gets of the time that is left, beginning now.

        Args:
            count: How many have to share it.
        """
        now = time.perf_counter()
        # Of the time that is left, so that what one part saves goes to all that follow.
        end = now + (self.end - now) / count if math.isfinite(self.end) else self.end
        return Budget(begin=now, end=end, interruption=self.interruption)

    def at_most(self, seconds: float) -> "Budget":
        """Return a budget from now on, for so many seconds or what is left of this one.

        Args:
            seconds: The time, if as much is left.
        """
        now = time.perf_counter()
        return Budget(begin=now, end=min(now + seconds, self.end), interruption=self.interruption)

    def share(self, share: float) -> "Budget":
        """Return a share of the whole time from now on, or what is left.

        Args:
            share: Of the whole time.
        """
        return self.at_most(share * (self.end - self.begin))

    def until(self, share: float) -> float:
        """Return the moment at which a part has to end; infinite without a limit.

        Args:
            share: Of the whole time, from its beginning.
        """
        # Without a limit: 0 times infinity would be NaN.
        return self.begin + share * (self.end - self.begin) if math.isfinite(self.end) else self.end

    def left(self, share: float) -> float | None:
        """Return the seconds until then, at least a few milliseconds; `None` without a limit.

        Args:
            share: Of the whole time, from its beginning.
        """
        until = self.until(share)
        # Never 0 or less: the search still has to return a first formula.
        return max(until - time.perf_counter(), 5e-3) if math.isfinite(until) else None

    def interruptible(self) -> AbstractContextManager[None]:
        """Let the first Ctrl-C inside the block end the budget instead of raising."""
        return self.interruption.instead()


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What the formulas of one stage, and the time for them, may not exceed.

    Attributes:
        largest: Largest absolute exponent.
        budget: The time.
    """

    largest: float
    budget: Budget = field(default_factory=Budget)

    def check(self) -> None:
        """Raise `TimeIsUpError` once the time is up."""
        self.budget.check()
