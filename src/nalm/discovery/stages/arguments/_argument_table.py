"""Thousands of arguments as arrays, so that all of them are compared at once.

R = P₀   or   R = P₀ (P₁ ± P₂ ± P₃)   or   R = α xᵢ + β xⱼ

Pₙ are short products of inputs, no input in two of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import LEAST, costs
from nalm.discovery.stages.arguments._arguments import ALIKE, SIZES, Argument
from nalm.discovery.stages.products._neat_products import neat_products

PRODUCTS, SUMS = 2500, 3000
"""Products, and sums but for their signs, that are listed: those with the shortest descriptions."""
TERMS = 150
"""Products that are added: of many inputs not all of two."""
OUTER = (1.0, -1.0, -0.5)
"""Exponents of the input that a sum is multiplied with."""
INSIDE = 3
"""Inputs of a sum up to which it is multiplied with another one."""
PAIRS = 10
"""Of inputs, with measured coefficients."""
SIGNS = {2: ((1, -1, 0), (1, 1, 0)), 3: ((1, -1, -1), (1, -1, 1), (1, 1, -1), (1, 1, 1))}


@dataclass(frozen=True, kw_only=True)
class ArgumentTable:
    """Arguments that are made of the same products.

    Attributes:
        exponents: Of each product; the first one is 1 `(products, inputs)`.
        places: Which of them are P₀, P₁, P₂ and P₃ `(arguments, 4)`.
        coefficients: Of the last three, 0 where there is none `(arguments, 3)`.
    """

    exponents: FloatArray
    places: np.ndarray
    coefficients: FloatArray

    @classmethod
    def of_products(cls, x: FloatArray) -> "ArgumentTable":
        """List products.

        Args:
            x: Inputs `(rows, inputs)`.
        """
        products = neat_products(np.asarray((x <= 0).any(axis=0)), SIZES)[:PRODUCTS]
        products = products[_usable(x, products)]
        exponents = np.vstack([np.zeros((1, x.shape[1])), products])
        alone = np.zeros((len(products), 4), dtype=int)
        alone[:, 0] = np.arange(1, len(exponents))
        return cls(exponents=exponents, places=alone, coefficients=np.zeros((len(alone), 3)))

    @classmethod
    def of_sums(cls, x: FloatArray) -> "ArgumentTable":
        """List sums and differences of products that vary alike.

        Args:
            x: Inputs `(rows, inputs)`.
        """
        inputs = x.shape[1]
        terms = np.array(list(_terms(inputs)))
        terms = terms[_usable(x, terms)][:TERMS]
        outer = np.vstack([e * np.eye(inputs) for e in OUTER])
        outer = outer[_usable(x, outer)]
        exponents = np.vstack([np.zeros((1, inputs)), terms, outer])
        places = _sums(exponents, terms=len(terms), spread=np.ptp(_products(x, terms), axis=0))
        lengths = costs(exponents).sum(axis=1)[places].sum(axis=1)
        places = places[np.argsort(lengths, kind="stable")][:SUMS]
        more = (places[:, 3] > 0).tolist()
        signs = [SIGNS[2 + third] for third in more]
        repeated = np.repeat(places, [len(one) for one in signs], axis=0)
        return cls(
            exponents=exponents,
            places=repeated,
            coefficients=np.array([one for each in signs for one in each], float).reshape(-1, 3),
        )

    @classmethod
    def of_two(cls, x: FloatArray, phases: FloatArray) -> "ArgumentTable":
        """List α xᵢ + β xⱼ.

        Args:
            x: Inputs `(rows, inputs)`.
            phases: Ranges of α xᵢ and of β xⱼ, each with its sign `(numbers, 2)`.
        """
        inputs, span = x.shape[1], np.ptp(x, axis=0)
        pairs = [pair for pair in combinations(range(inputs), 2) if span[list(pair)].all()][:PAIRS]
        places = np.array([(0, i + 1, j + 1, 0) for i, j in pairs], dtype=int).reshape(-1, 4)
        scaled = [np.column_stack([phases / span[list(pair)], 0 * phases[:, 0]]) for pair in pairs]
        return cls(
            exponents=np.vstack([np.zeros((1, inputs)), np.eye(inputs)]),
            places=np.repeat(places, len(phases), axis=0),
            coefficients=np.vstack([np.zeros((0, 3)), *scaled]),
        )

    @property
    def cost(self) -> FloatArray:
        """Description length of each `(arguments,)`."""
        length: FloatArray = costs(self.exponents).sum(axis=1)[self.places].sum(axis=1)
        size = np.abs(self.coefficients)
        return length + LEAST * ((size != 0) & (size != 1)).sum(axis=1)

    def values(self, x: FloatArray) -> FloatArray:
        """Compute all R `(rows, arguments)`."""
        products = _products(x, self.exponents)
        total = np.zeros((len(x), len(self.places)))
        for place, coefficient in zip(self.places[:, 1:].T, self.coefficients.T, strict=True):
            total += products[:, place] * coefficient
        alone = ~self.coefficients.any(axis=1)
        return products[:, self.places[:, 0]] * np.where(alone, 1.0, total)

    def argument(self, number: int) -> Argument:
        """Return one of them."""
        outer, *added = (tuple(one) for one in self.exponents[self.places[number]].tolist())
        both = zip(added, self.coefficients[number].tolist(), strict=True)
        return Argument(exponents=outer, added=tuple((one, c) for one, c in both if c))


def _terms(inputs: int) -> Iterator[FloatArray]:
    """Yield an input, and the product and the quotients of two."""
    one = np.eye(inputs)
    yield from one
    for i, j in combinations(range(inputs), 2):
        yield from (one[i] + one[j], one[i] - one[j], one[j] - one[i])


def _sums(exponents: FloatArray, *, terms: int, spread: FloatArray) -> np.ndarray:
    """List the places of P₀ to P₃ in sums of two, sums of three, and sums of two times an input.

    Args:
        exponents: Of 1, of the products that are added, and of those that sums are multiplied with.
        terms: How many are added.
        spread: Of their values.
    """
    used = exponents != 0
    apart = ~(used.astype(int) @ used.T.astype(int)).astype(bool)
    last = 1 + terms
    ratio = spread[:, None] / np.maximum(spread, 1e-300)
    both = apart[1:last, 1:last] & (ratio < ALIKE) & (ratio.T < ALIKE)
    pairs = np.argwhere(np.triu(both, 1))
    first, second = pairs.T
    third = np.argwhere(both[first] & both[second] & (np.arange(terms) > second[:, None]))
    outer = apart[first + 1][:, last:] & apart[second + 1][:, last:]
    small = used[1:last].sum(axis=1)
    outer &= (small[first] + small[second] <= INSIDE)[:, None]
    times = np.argwhere(outer)
    zero = np.zeros
    return np.vstack(
        [
            np.column_stack([zero(len(pairs)), pairs + 1, zero(len(pairs))]),
            np.column_stack([zero(len(third)), pairs[third[:, 0]] + 1, third[:, 1] + 1]),
            np.column_stack([times[:, 1] + last, pairs[times[:, 0]] + 1, zero(len(times))]),
        ]
    ).astype(int)


def _products(x: FloatArray, exponents: FloatArray) -> FloatArray:
    """Compute Π xᵢ^(eᵢ) `(rows, products)`."""
    values = np.ones((len(x), len(exponents)))
    for i, own in enumerate(exponents.T):
        # An exponent is raised once for each input, not for each product that has it.
        for e in np.unique(own[own != 0]).tolist():
            values[:, own == e] *= x[:, i, None] ** e
    return values


def _usable(x: FloatArray, exponents: FloatArray) -> np.ndarray:
    """Say which products have a value for every row."""
    with np.errstate(all="ignore"):
        return np.asarray(np.isfinite(_products(x, exponents)).all(axis=0))
