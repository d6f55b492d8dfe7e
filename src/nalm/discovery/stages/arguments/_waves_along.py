"""How much of y is left beside a wave of any phase along an argument, of thousands at once.

    y = M (s sin b R + c cos b R),   M a short product

This is linear in s and c, so that inner products tell it for every R, b and M.
"""

from typing import NamedTuple, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.stages.arguments._arguments import ANGLE
from nalm.discovery.stages.products._working_response import WorkingResponse

NUMBERS = (1.0, 2.0, 2 * np.pi)
"""b."""
LEAST = np.pi
"""Range of b R: less of a wave is any curve."""
DEPENDENT = 1e-8
"""Determinant of the sums of squares of sine and cosine, of 1, below which one is the other."""


class Wave(NamedTuple):
    """s sin b R + c cos b R.

    Attributes:
        b: Its number.
        coefficients: s and c `(1, 2)`.
    """

    b: float
    coefficients: FloatArray


@final
class WavesAlong:
    """Waves in y, or in what the inputs as they are leave of it.

    Args:
        response: y and the inputs.
        nearest: Exponents of a further M `(inputs,)`.
    """

    def __init__(self, response: WorkingResponse, *, nearest: FloatArray) -> None:
        x, root = response.inputs, response.root
        ones = np.ones(len(x))
        several = [ones, *x.T, *(1 / x).T, np.exp(response.logs @ nearest)]
        self._beside = np.column_stack([root * one / np.abs(one).max() for one in several])
        goal = response.y * root
        self._linear = np.linalg.qr(np.column_stack([ones, x]) * root[:, None])[0]
        goals = np.column_stack([goal, self._beyond(goal)])
        self._goals = goals / np.linalg.norm(goals, axis=0)

    def left(self, values: FloatArray) -> FloatArray:
        """Return the share of squares that is left beside each R `(arguments,)`.

        Args:
            values: Of R `(rows, arguments)`.
        """
        left = np.full(values.shape[1], np.inf)
        spread = np.ptp(values, axis=0)
        for b in NUMBERS:
            angles = np.flatnonzero((spread * b > LEAST) & (spread * b < ANGLE[1]))
            gains = self._gains(b * values[:, angles])
            left[angles] = np.minimum(left[angles], 1 - gains.max(axis=(0, 2)))
        return left

    def wave(self, values: FloatArray) -> Wave:
        """Return the wave that leaves least.

        Args:
            values: Of R `(rows,)`.
        """
        gains = self._gains(np.outer(values, NUMBERS))
        goal, number, beside = np.unravel_index(int(gains.argmax()), gains.shape)
        u = values * NUMBERS[number]
        columns = np.column_stack([np.sin(u), np.cos(u)]) * self._beside[:, [beside]]
        columns = self._beyond(columns) if goal else columns
        solved = np.linalg.pinv(columns, rcond=1e-10) @ self._goals[:, goal]
        return Wave(NUMBERS[int(number)], np.asarray(solved, np.float64)[None, :])

    def _beyond(self, columns: FloatArray) -> FloatArray:
        """Take out what the inputs as they are explain."""
        return columns - self._linear @ (self._linear.T @ columns)

    def _gains(self, u: FloatArray) -> FloatArray:
        """Return what sine and cosine of each u explain `(goals, arguments, products)`."""
        c, s = np.cos(u), np.sin(u)
        squared = np.square(self._beside)
        total = squared.sum(axis=0)
        cc, cs = np.square(c).T @ squared, (c * s).T @ squared
        ss = total - cc
        determinant = cc * ss - cs**2
        goals = [goal[:, None] * self._beside for goal in self._goals.T]
        along = [(c.T @ each, s.T @ each) for each in goals]
        gains = [(ss * c**2 - 2 * cs * c * s + cc * s**2) / determinant for c, s in along]
        usable = determinant > DEPENDENT * total**2
        return np.where(usable & np.isfinite(gains), gains, 0.0)
