"""What a search found for one target, beside the data that it was found in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery import Candidate, Discovery, Hint, Units, advice, noise_size, symbols
from nalm.errors import InvalidValueError
from nalm.symbolic import Equation, evaluate, jacobian
from nalm.tables import Places

NORMAL_95 = 1.959964
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


@final
@dataclass(frozen=True, kw_only=True)
class Finding:
    """Hold a discovery with its data and their names.

    Args:
        target: Name of the column that is explained.
        inputs: Names of the columns of `x`.
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`; NaN all over for a rate of change, which cannot be measured.
        discovery: What was found.
        units: Column → unit of measurement, where known.
        rate: Whether the target's rate of change is explained instead of itself.
        places: Where the rows stand in their file; None for those of no file.
    """

    target: str
    inputs: tuple[str, ...]
    x: FloatArray
    y: FloatArray
    discovery: Discovery
    units: Mapping[str, str] = field(default_factory=dict[str, str])
    rate: bool = False
    places: Places | None = None

    @property
    def symbols(self) -> tuple[str, ...]:
        """Return the inputs' names as they stand in an equation."""
        return symbols(self.inputs, beside=[self.target])

    @property
    def left(self) -> str:
        """Return the left side of the equation, such as ``y`` or ``dx/dt``."""
        return self.equation(self.chosen).left

    @property
    def label(self) -> str:
        """Return what is explained, with its unit, for an axis."""
        return self.left if self.rate else self.labelled(self.target)

    @property
    def chosen(self) -> Candidate:
        """Return the candidate that the search picked."""
        return self.discovery.candidates[self.discovery.chosen]

    @property
    def outer(self) -> FloatArray:
        """Return 1 for rows that were held out because they lie outermost, 0 for the others."""
        mask = np.zeros(len(self.y))
        mask[list(self.discovery.outer_rows)] = 1.0
        return mask

    def equation(self, candidate: Candidate) -> Equation:
        """Return the equation of a candidate, with its names."""
        [target] = symbols([self.target], beside=self.inputs)
        return Equation(
            target=target,
            formula=candidate.formula,
            names=self.symbols,
            rate=self.rate,
            labels=self.inputs,
        )

    def fitted(self) -> FloatArray:
        """Return what the chosen equation gives on the rows; NaN outside its domain."""
        return evaluate(self.chosen.formula, self.x)

    def residuals(self) -> FloatArray:
        """Return measured minus fitted, in units in which all rows have noise of one size.

        That is y's unit, the size of the fit's value for relative noise, and with errors in all
        variables what its slopes make of a relative error of 1.
        """
        size = noise_size(self.chosen.formula, self.x, noise=self.chosen.noise)
        with np.errstate(divide="ignore", invalid="ignore"):
            return (self.y - self.fitted()) / size

    def relative_errors(self) -> FloatArray:
        """Return |fitted - measured| / |measured|; NaN where nothing else than 0 was measured."""
        with np.errstate(divide="ignore", invalid="ignore"):
            errors = np.abs(self.fitted() - self.y) / np.abs(self.y)
        return np.where(np.isfinite(errors), errors, np.nan)

    def advice(self) -> tuple[Hint, ...]:
        """Return what may help where no law was found; nothing of a rate."""
        return advice(
            self.discovery,
            self.x,
            y=self.y,
            names=self.inputs,
            target=self.target,
            place=None if self.places is None else self.places.of,
        )

    def shown(self, most: int) -> list[int]:
        """Return the places of the simplest candidates and of the pick, at most so many."""
        count, chosen = len(self.discovery.candidates), self.discovery.chosen
        first = list(range(min(most, count)))
        return first if chosen in first else [*first[:-1], chosen]

    @property
    def measured_in(self) -> Units | None:
        """Return the units of inputs and target; None if some are not known, or of a rate."""
        if self.rate or not self.inputs or not all(name in self.units for name in self.inputs):
            return None
        # A table of units leaves out a target that has none.
        target = self.units.get(self.target, "1")
        try:
            return Units.read([self.units[name] for name in self.inputs], target)
        except InvalidValueError:  # a label of another kind, which stands at axes only
            return None

    def labelled(self, name: str) -> str:
        """Return a column's name with its unit, for an axis."""
        unit = self.unit_of(name)
        return f"{name} ({unit})" if unit else name

    def unit_of(self, name: str) -> str:
        """Return the unit of a column; empty if it has none, or if none is known."""
        unit = self.units.get(name, "")
        return "" if unit == "1" else unit


def standard_error(candidate: Candidate, x: FloatArray) -> FloatArray:
    """Return how uncertain a candidate's values are because its constants are.

        se(x) = √(J C Jᵀ),   J = ∂f/∂θ at x, C the covariance of the constants θ

    Args:
        candidate: A fitted formula.
        x: Points `(rows, inputs)`.

    Returns:
        One standard error per row; NaN where the formula has no value, or its constants no
        covariance.
    """
    slopes = jacobian(candidate.formula, x)
    if candidate.covariance.shape != (slopes.shape[1], slopes.shape[1]):
        return np.full(len(x), np.nan)
    with np.errstate(invalid="ignore", over="ignore"):
        variance = np.einsum("rp,pq,rq->r", slopes, candidate.covariance, slopes)
        # Rounding can make a variance of about 0 negative.
        return np.sqrt(np.maximum(variance, 0.0))
