"""Where the numbers of curves begin: b and d for the values of R `(starts, 2)`."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._variable_projection import projected
from nalm.discovery.stages.arguments._curves import frequencies

RATES = np.geomspace(0.2, 60.0, 12)
"""|b| times the range of R."""
FAR = np.geomspace(0.2, 6000.0, 12)
"""The same of a logarithm, which bends everywhere."""
DAMPED = (-0.3, -0.7, -1.5, -3.0, -6.0)
TURNS, STEP = 24.0, 0.5
"""Periods within the range of R, and of the phase at its far end from one frequency to the next."""
EXPONENTS = (0.5, 1.5, 2.0, 3.0)
SHIFTS = np.array([0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0])
"""R − d at its smallest, over the range of R."""
STEEP = np.array([2.0, 5.0, 12.0, 30.0])
"""|b| times the range of R, of a curve about a centre."""
WIDE = np.array([2.0, 10.0, 50.0, 250.0])
"""b times the squared range of R, of a peak."""
CENTRES = np.linspace(0.05, 0.95, 7)
"""Shares of the rows below a centre."""
POWERS = np.array([-2.0, -1.0, -0.5, 0.5, 1.5, 2.0, 3.0])
HILLS = np.array([1.0, 2.0, 3.0, 5.0])
FIRST, SECOND = 3, 3
"""Waves that another one is sought beside, and how many beside each."""


def _table(b: FloatArray, d: FloatArray) -> FloatArray:
    return np.stack([each.ravel() for each in np.meshgrid(b, d, indexing="ij")], axis=-1)


def _alone(b: FloatArray) -> FloatArray:
    return np.column_stack([b, np.zeros(len(b))])


def nothing(values: FloatArray, goal: FloatArray) -> FloatArray:
    """No numbers."""
    return np.zeros((1, 2))


def rising(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Positive rates."""
    return _alone(RATES / float(np.ptp(values)))


def bending(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Positive rates of a logarithm."""
    return _alone(FAR / float(np.ptp(values)))


def rates(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Rates of both signs."""
    return _alone(_rates(values))


def pairs(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Two rates, the larger first."""
    table = _table(_rates(values), _rates(values))
    return table[table[:, 0] > table[:, 1]]


def _rates(values: FloatArray) -> FloatArray:
    both = RATES / float(np.ptp(values))
    return np.concatenate([both, -both])


def stretched(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Rates of both signs, and exponents of R."""
    if (values < 0).any():
        return np.zeros((0, 2))
    sizes = values.max() ** np.array(EXPONENTS)
    starts = [
        (b / size, p)
        for b in (*RATES, *-RATES)
        for size, p in zip(sizes, EXPONENTS, strict=True)
        if 0 < size < np.inf
    ]
    return np.array(starts).reshape(-1, 2)


def shifts(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Nothing, and d below all values."""
    d = values.min() - SHIFTS * float(np.ptp(values))
    return np.column_stack([np.zeros(len(d)), d])


def centred(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Steepness and centre; of the other sign the curve is the same, turned over."""
    return _table(STEEP / float(np.ptp(values)), np.quantile(values, CENTRES))


def peaks(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Width and centre."""
    return _table(WIDE / np.square(np.ptp(values)), np.quantile(values, CENTRES))


def hills(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Exponent and centre, of positive values."""
    if (values <= 0).any():
        return np.zeros((0, 2))
    return _table(np.concatenate([HILLS, -HILLS]), np.quantile(values, CENTRES))


def ratios(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Steepness along the logarithm of positive values, and centre."""
    if (values <= 0).any():
        return np.zeros((0, 2))
    return _table(HILLS / 2, np.quantile(values, CENTRES))


def exponents(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Exponents of positive values."""
    return _alone(POWERS) if (values > 0).all() else np.zeros((0, 2))


def waves(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Frequencies."""
    return _alone(frequencies(values, step=STEP, turns=TURNS))


def damped(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Frequencies and how fast the waves decay."""
    b = frequencies(values, step=STEP, turns=TURNS)
    return _table(b, np.array(DAMPED) / float(np.ptp(values)))


def two_waves(values: FloatArray, goal: FloatArray) -> FloatArray:
    """Two frequencies: the second is sought in what the first leaves."""
    b = frequencies(values, step=STEP, turns=TURNS)
    found: list[tuple[float, float]] = []

    def beside(known: list[float]) -> FloatArray:
        """Return the frequencies that leave least, apart from one another."""

        def columns(numbers: FloatArray) -> FloatArray:
            turns = [numbers * values, *(np.full((len(numbers), 1), w) * values for w in known)]
            parts = [f(u) for u in turns for f in (np.sin, np.cos)]
            return np.stack([np.ones_like(parts[0]), *parts], axis=-1)

        miss = projected(columns, b[:, None], goal=goal).miss
        lower = miss <= np.minimum(np.append(miss[1:], np.inf), np.append(np.inf, miss[:-1]))
        return b[lower][np.argsort(miss[lower])]

    if len(b):
        for one in beside([])[:FIRST].tolist():
            found += [(one, other) for other in beside([one])[:SECOND].tolist() if other != one]
    return np.array(found).reshape(-1, 2)
