"""How fast training goes and how long it will take."""

from collections import deque
from typing import final

WINDOW_SECONDS = 60.0
"""Time over which the pace is averaged: long enough to be calm, short enough to follow a cohort."""


@final
class Pace:
    """Measure run-steps per second over the last minute.

    Example:
        >>> pace = Pace()
        >>> pace.record(0, now=0.0)
        >>> pace.record(500, now=10.0)
        >>> pace.per_second(), pace.seconds_left(1000)
        (50.0, 10.0)
    """

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque()

    def record(self, done: int, *, now: float) -> None:
        """Note how much is done at a time.

        Args:
            done: Run-steps so far.
            now: Seconds on any clock that only goes forward.
        """
        self._points.append((now, done))
        # One point from before the window stays, so that the pace covers all of it.
        while len(self._points) > 2 and now - self._points[1][0] > WINDOW_SECONDS:
            self._points.popleft()

    def per_second(self) -> float:
        """Return run-steps per second; 0 while it is unknown."""
        if len(self._points) < 2:
            return 0.0
        (start, first), (end, last) = self._points[0], self._points[-1]
        return (last - first) / (end - start) if end > start else 0.0

    def seconds_left(self, total: int) -> float | None:
        """Return the seconds until `total` run-steps are done; None while that is unknown."""
        rate = self.per_second()
        return (total - self._points[-1][1]) / rate if rate > 0 else None
