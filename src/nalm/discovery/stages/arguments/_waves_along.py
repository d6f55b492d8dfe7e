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
            angles = np.flatnonzero((spread * b > ANGLE[0]) & (spread * b < ANGLE[1]))
            gains = self._gains(np.exp(1j * b * values[:, angles]))
            left[angles] = np.minimum(left[angles], 1 - gains.max(axis=(0, 2)))
        return left

    def wave(self, values: FloatArray) -> Wave:
        """Return the wave that leaves least.

        Args:
            values: Of R `(rows,)`.
        """
        waves = np.exp(1j * np.outer(values, NUMBERS))
        gains = self._gains(waves)
        goal, number, beside = np.unravel_index(int(gains.argmax()), gains.shape)
        wave = waves[:, number] * self._beside[:, beside]
        columns = np.column_stack([wave.imag, wave.real])
        columns = self._beyond(columns) if goal else columns
        solved = np.linalg.lstsq(columns, self._goals[:, goal], rcond=1e-10)[0]
        return Wave(NUMBERS[number], np.asarray(solved, dtype=np.float64)[None, :])

    def _beyond(self, columns: FloatArray) -> FloatArray:
        """Take out what the inputs as they are explain."""
        return columns - self._linear @ (self._linear.T @ columns)

    def _gains(self, wave: np.ndarray) -> FloatArray:
        """Return what cos u + i sin u explains `(goals, arguments, products)`."""
        twice = (wave * wave).T @ np.square(self._beside)
        total = np.square(self._beside).sum(axis=0)
        # Σ M² cos² u, Σ M² sin² u and Σ M² sin u cos u
        cosine, sine, mixed = (total + twice.real) / 2, (total - twice.real) / 2, twice.imag / 2
        determinant = cosine * sine - mixed**2
        usable = determinant > DEPENDENT * total**2
        along = np.stack([wave.T @ (goal[:, None] * self._beside) for goal in self._goals.T])
        c, s = along.real, along.imag
        gains = (sine * c**2 - 2 * mixed * c * s + cosine * s**2) / determinant
        return np.where(usable & np.isfinite(gains), gains, 0.0)
