"""Products of few inputs to neat exponents, those with the shortest descriptions first."""

from collections.abc import Sequence
from itertools import combinations, product
from math import comb

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import costs

LISTED = 10_000_000
"""Exponents of all products of two inputs, or of three, beyond which none of them are listed."""


def neat_products(signed: np.ndarray, sizes: Sequence[tuple[float, ...]]) -> FloatArray:
    """List exponents `(products, inputs)`; of many inputs, only products of few.

    Args:
        signed: Which inputs are negative somewhere, where they have no root `(inputs,)`.
        sizes: Of the exponents of a product of one input, of two, and so on.

    Example:
        >>> neat_products(np.array([True, False]), [(1.0, 0.5)]).tolist()
        [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0], [0.0, 0.5], [0.0, -0.5]]
    """
    inputs = len(signed)
    found: list[FloatArray] = []
    for width, size in zip(range(1, inputs + 1), sizes, strict=False):
        if found and comb(inputs, width) * (2 * len(size)) ** width * inputs > LISTED:
            break
        values = np.array(list(product([s * one for one in size for s in (1, -1)], repeat=width)))
        for places in combinations(range(inputs), width):
            found.append(np.zeros((len(values), inputs)))
            found[-1][:, list(places)] = values
    table = np.concatenate(found)
    table = table[~(table[:, signed] % 1).any(axis=1)]
    return table[np.argsort(costs(table).sum(axis=1), kind="stable")]
