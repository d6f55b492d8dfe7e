"""Formulas with binomials, sought near the best formula so far, in several shapes."""

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Protocol, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._limits import Limits
from nalm.discovery._noise import noise_size
from nalm.discovery.problem._groups import Groups
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.products._binomials import Binomials, dictionary
from nalm.discovery.stages.products._factored import factored
from nalm.discovery.stages.products._offsets import offset
from nalm.discovery.stages.products._response import Response, respond
from nalm.symbolic import Sum, evaluate, form_key


class Shape(Protocol):
    """Yield formulas of one form that are promising for a response: see `factored`."""

    def __call__(
        self, problem: Problem, response: Response, *, binomials: Binomials, limits: Limits
    ) -> Iterator[Sum]: ...


SHAPES: tuple[Shape, ...] = (factored, offset)
AT_TARGET = 3e-3
"""Relative distance from the target, root mean square, of what tells no more than the target.

On logarithmic scale the two differ by its square.
"""


@final
class BinomialSearch:
    """Near each formula it searches once, and it makes each dictionary once.

    Args:
        pool: What was found so far; gains the new formulas.
        rows: That choices are compared on.
        groups: That the units of measurement leave.
        limits: What may not be exceeded.
    """

    def __init__(self, pool: Pool, rows: Problem, *, groups: Groups, limits: Limits) -> None:
        self._pool = pool
        self._rows = rows
        self._groups = groups
        self._limits = limits
        self._tried: set[tuple[Hashable, Shape]] = set()
        self._dictionary: tuple[bytes, Binomials] | None = None

    def within(self, groups: Groups) -> "BinomialSearch":
        """Make one in groups of these groups."""
        return BinomialSearch(
            self._pool, self._rows, groups=self._groups.of(groups), limits=self._limits
        )

    def advance(self) -> bool:
        """Try what comes near the data; say whether that was new.

        What comes near is the target itself, once, unless a simple formula leaves but noise: then
        its values have none. Then it is the best formula, unless it is all but the target.
        """
        for attempt in (self._try_near_target, self._try_near_best):
            new = [attempt(shape) for shape in SHAPES]
            if any(new):
                return True
        return False

    def _try_near_best(self, shape: Shape) -> bool:
        best = self._pool.best()
        if self._is_known(form_key(best.fit.formula), shape):
            return False
        with np.errstate(all="ignore"):
            values = evaluate(best.fit.formula, self._rows.x)
            distance = np.sqrt(np.mean(np.square(self._rows.y / values - 1)))
            if self._is_tried(None, shape) and distance < AT_TARGET:
                return False
            size = noise_size(best.fit.formula, self._rows.x, noise=best.noise)
            weight = self._rows.weight / np.square(size)
        return self._try(shape, replace(self._rows, weight=weight), values)

    def _try_near_target(self, shape: Shape) -> bool:
        if self._pool.is_found or self._is_known(None, shape):
            return False
        return self._try(shape, self._rows, self._rows.y)

    def _is_tried(self, near: Hashable, shape: Shape) -> bool:
        return (near, shape) in self._tried

    def _is_known(self, near: Hashable, shape: Shape) -> bool:
        known = self._is_tried(near, shape)
        self._tried.add((near, shape))
        return known

    def _try(self, shape: Shape, rows: Problem, values: FloatArray) -> bool:
        reduced = self._groups.reduced(rows)
        if reduced is None:
            return False
        with np.errstate(all="ignore"):
            response = respond(reduced, values / self._groups.factor(rows.x))
        if response is None:
            return False
        binomials = self._binomials(response)
        found = shape(reduced, response, binomials=binomials, limits=self._limits)
        for formula in map(self._groups.restored, found):
            self._limits.check()
            if largest_exponent(formula) <= self._limits.largest:
                self._pool.add(formula)
        return True

    def _binomials(self, response: Response) -> Binomials:
        """Those for the rows of a response: the same as long as the same rows have a value."""
        key = response.logs.tobytes()
        if self._dictionary is None or self._dictionary[0] != key:
            self._dictionary = key, dictionary(response.logs, response.negative)
        return self._dictionary[1]
