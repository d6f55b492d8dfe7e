"""The degrees of quotients of polynomials, and their libraries."""

from math import comb

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.stages.regressions._library import Library, build, independent, total_at_most

HIGHEST = 8
WIDEST = 100
"""Most columns: more could not be told apart in double precision."""


class Libraries:
    """The libraries of one table, each made once."""

    def __init__(self, x: FloatArray) -> None:
        self._x = x
        self._made: dict[int, Library] = {}

    def of(self, top: int, bottom: int) -> tuple[Library, np.ndarray]:
        """Return products of degrees up to the higher, and which are used above and below."""
        highest = max(top, bottom)
        if highest not in self._made:
            exponents = total_at_most(self._x.shape[1], highest)
            self._made[highest] = independent(build(self._x, exponents))
        library = self._made[highest]
        degree = library.exponents.sum(axis=1)
        return library, np.concatenate([degree <= top, degree <= bottom])


def pairs_of_degrees(inputs: int, rows: int) -> list[tuple[int, int]]:
    """List the degrees above and below that so many rows can carry, few columns first."""
    sizes = [comb(inputs + d, d) for d in range(HIGHEST + 1) if d < 4 or inputs < 4]
    pairs = [(t, b) for b in range(1, len(sizes)) for t in range(1, len(sizes))]
    most = min(WIDEST, rows // 3)
    fitting = [pair for pair in pairs if sizes[pair[0]] + sizes[pair[1]] <= most]
    return sorted(fitting, key=lambda pair: (sizes[pair[0]] + sizes[pair[1]], pair))


def largest(degrees: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Keep the pairs that no other contains."""

    def is_contained(pair: tuple[int, int]) -> bool:
        return any(p != pair and p[0] >= pair[0] and p[1] >= pair[1] for p in degrees)

    return [pair for pair in degrees if not is_contained(pair)]
