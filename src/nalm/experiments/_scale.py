"""The values that a measurement can have."""

import math
from enum import Enum


class Scale(Enum):
    """What values a measurement can have, which decides how its mean over runs is estimated.

    A mean of anything but successes has Student's interval, cut to what is possible; the mean of
    successes is a rate with Wilson's interval, as Student's would be without width where all runs
    or none succeed.

    Example:
        >>> Scale.SHARE.holds(0.25), Scale.SUCCESS.holds(0.25)
        (True, False)
    """

    REAL = "real"
    """Any number."""
    POSITIVE = "positive"
    """0 or more: an error, or a number of things."""
    SHARE = "share"
    """From 0 to 1."""
    SUCCESS = "success"
    """1 where a run succeeds, and 0 where it fails."""

    @property
    def lowest(self) -> float:
        """The lower end of the possible values."""
        return -math.inf if self is Scale.REAL else 0.0

    @property
    def highest(self) -> float:
        """The upper end of the possible values."""
        return 1.0 if self in {Scale.SHARE, Scale.SUCCESS} else math.inf

    def holds(self, value: float) -> bool:
        """Say whether a finite number can be a value."""
        if self is Scale.SUCCESS:
            return value in {0.0, 1.0}
        return self.lowest <= value <= self.highest
