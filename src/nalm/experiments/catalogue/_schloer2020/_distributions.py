"""Distributions of the inputs, under the paper's names."""

from nalm.tasks import Exponential, Range, RangePair, TruncatedNormal


def normal(low: float, high: float) -> TruncatedNormal:
    """Return N((a+b)/2, ((b-a)/6)²) cut to [a, b]."""
    return TruncatedNormal(
        mean=(low + high) / 2, standard_deviation=(high - low) / 6, low=low, high=high
    )


_NORMAL_TEST = normal(8, 10)
_UNIFORM_TEST = Range.interval(-10, -5)
_EXPONENTIAL_TEST = Exponential(scale=0.5)

PUBLISHED = (
    *(RangePair(normal(*ends), _NORMAL_TEST) for ends in ((-3, 3), (-2, 4), (-4, 2))),
    *(RangePair(Range.interval(*ends), _UNIFORM_TEST) for ends in ((-1, 1), (-5, 5))),
    *(RangePair(Exponential(scale=scale), _EXPONENTIAL_TEST) for scale in (0.2, 0.8)),
)
"""The seven with published results, of eighteen that were planned."""

SIMPLE_FUNCTION = (
    RangePair(normal(-3, 3), normal(3, 4)),
    RangePair(Range.interval(-3, 3), Range.interval(-5, -3)),
)
"""Of the simple function learning task."""

STANDARD_NORMAL = RangePair(
    TruncatedNormal(mean=0.0, standard_deviation=1.0, low=-2.0, high=2.0),
    TruncatedNormal(mean=10.0, standard_deviation=1.0, low=8.0, high=12.0),
)
"""Of the study of initial values; the cut of the test distribution is not published."""
