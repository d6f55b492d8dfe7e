"""A table beside what was found in it, as hints look at it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise import noise_size
from nalm.discovery.result._candidate import Candidate, Discovery
from nalm.symbolic import Fold, evaluate

DISTINCT = 6
"""Distinct values that a column needs before anything is read off it."""


@dataclass(frozen=True, kw_only=True)
class View:
    """Hold a table and its discovery.

    Attributes:
        x: Inputs `(rows, inputs)`.
        y: Target `(rows,)`.
        names: Of the inputs.
        target: Name of y.
        discovery: What was found.
        place: Says where a row stands in its file; None for a table without one.
    """

    x: FloatArray
    y: FloatArray
    names: tuple[str, ...]
    target: str
    discovery: Discovery
    place: Callable[[int], str] | None = None

    @property
    def chosen(self) -> Candidate:
        """Return the candidate that was picked."""
        return self.discovery.candidates[self.discovery.chosen]

    @cached_property
    def fitted(self) -> FloatArray:
        """Return the values of the pick; NaN where there is none."""
        return evaluate(self.chosen.formula, self.x)

    def thinned(self, rows: int) -> "View":
        """Return the table with evenly spaced rows, at most so many; itself if it has no more."""
        if len(self.y) <= rows:
            return self
        kept = np.linspace(0, len(self.y) - 1, rows).astype(int)
        return replace(self, x=self.x[kept], y=self.y[kept])

    def varying(self) -> Iterator[tuple[str, FloatArray]]:
        """List the columns that take enough values to read something off them."""
        for name, column in zip(self.names, self.x.T, strict=True):
            if len(np.unique(column)) >= DISTINCT:
                yield name, column

    @property
    def is_searched(self) -> bool:
        """Say whether anything was searched, beside a form that the user gave."""
        return any(each.form is None for each in self.discovery.candidates)

    def functions(self) -> frozenset[str]:
        """Return the names of the functions that candidates call."""
        return frozenset[str]().union(
            *(_CALLED(each.formula) for each in self.discovery.candidates)
        )

    def residuals(self) -> FloatArray:
        """Return what the closest candidate leaves, in units of its noise.

        The pick may have bent itself towards a row that is far off; the closest is the one whose
        median residual is least, which no single row decides.
        """
        best, least = np.full(len(self.y), np.nan), np.inf
        for each in self.discovery.candidates:
            with np.errstate(all="ignore"):
                left = self.y - evaluate(each.formula, self.x)
                scaled = left / noise_size(each.formula, self.x, noise=each.noise)
            typical = float(np.median(np.abs(left)))
            if typical < least:
                best, least = scaled, typical
        return best


_NONE: frozenset[str] = frozenset()
_CALLED: Fold[None, frozenset[str], frozenset[str], frozenset[str], frozenset[str]] = Fold(
    number=lambda number: None,
    input=lambda index: _NONE,
    call=lambda function, argument: argument | {function},
    power=lambda base, exponent: base,
    product=lambda coefficient, powers: _NONE.union(*powers),
    sum=lambda terms: _NONE.union(*terms),
)
