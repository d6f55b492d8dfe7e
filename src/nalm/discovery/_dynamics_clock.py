"""One time for all of a fit, shared out among its parts."""

import time
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Clock:
    """When a fit began, and how long it may take.

    Attributes:
        begin: Reading of `time.perf_counter`.
        seconds: Of the whole fit; None for no limit.
    """

    begin: float
    seconds: float | None

    def until(self, share: float) -> float:
        """Return the reading at which a part has to end.

        Args:
            share: Of the whole time, from the begin.
        """
        return float("inf") if self.seconds is None else self.begin + share * self.seconds

    def left(self, share: float) -> float | None:
        """Return the seconds until then, at least a few milliseconds; None without a limit.

        Args:
            share: Of the whole time, from the begin.
        """
        return None if self.seconds is None else max(self.until(share) - time.perf_counter(), 5e-3)
