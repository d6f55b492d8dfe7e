"""Parameters of a cohort become formulas in the user's units."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import torch

from nalm._typing import FloatArray
from nalm.discovery.engine._cohorts import Trained
from nalm.discovery.engine._exponents import exact
from nalm.discovery.engine._model import Parameters, Samples, unflatten
from nalm.discovery.engine._rows import Scales
from nalm.symbolic import Number, Power, Product, Sum


def write(trained: Trained, start: int, samples: Samples, scales: Scales) -> Sum:
    """Write one start of a trained cohort as a formula."""
    cohort, fit = trained.rounded.cohort, trained.rounded.fit
    features = samples.basis.shape[1]
    value = unflatten(cohort.flat[start : start + 1], trained.structure, features)
    free = unflatten(cohort.free[start : start + 1], trained.structure, features)
    basis, offset = samples.basis.numpy(), samples.offset.numpy()
    sums = _sums(trained, value, free, basis=basis, scales=scales)
    terms: list[Product] = []
    for term in range(trained.structure.terms):
        exponents = _exponents(value.outer[0, term], free.outer[0, term], basis, offset)
        shift = float(np.exp(-np.dot(_floats(exponents), scales.logs)))
        coefficient = float(fit.linear[start, term]) * scales.y * shift
        powers = _powers(exponents)
        if term == trained.structure.terms - 1:
            powers += tuple(
                Power(base, _number(float(value.power[0, f]), bool(free.power[0, f])))
                for f, base in enumerate(sums)
            )
        terms.append(Product(coefficient, powers))
    return Sum(tuple(terms))


def _sums(
    trained: Trained, value: Parameters, free: Parameters, *, basis: FloatArray, scales: Scales
) -> list[Sum]:
    sums: list[list[Product]] = [[Product(Fraction(1))] for _ in trained.structure.sums]
    for k, owner in enumerate(trained.structure.owners):
        exponents = _exponents(value.inner[0, k], free.inner[0, k], basis, np.zeros(len(basis)))
        shift = float(np.exp(-np.dot(_floats(exponents), scales.logs)))
        sums[owner].append(Product(float(value.scale[0, k]) * shift, _powers(exponents)))
    return [Sum(tuple(products)) for products in sums]


def _exponents(
    value: torch.Tensor, free: torch.Tensor, basis: FloatArray, offset: FloatArray
) -> list[Number]:
    """w = w₀ + B z: exact where every z that it depends on is."""
    measured = (np.abs(basis) @ free.numpy()) > 0
    total = basis @ value.numpy() + offset
    return [_number(float(w), bool(m)) for w, m in zip(total, measured, strict=True)]


def _number(value: float, measured: bool) -> Number:
    return value if measured else exact(value)


def _floats(exponents: list[Number]) -> FloatArray:
    return np.array([float(w) for w in exponents])


def _powers(exponents: list[Number]) -> tuple[Power, ...]:
    return tuple(Power(i, w) for i, w in enumerate(exponents) if w != 0)


def found_in(trained: Trained, *, most: int = 8) -> Iterator[tuple[int, int, int]]:
    """Yield the starts with the shortest descriptions: index, how many ended there, of how many.

    Starts that ended in the same place are yielded once.
    """
    length, cost = trained.rounded.length, trained.cost.numpy()
    found = int((cost <= 1.01 * float(cost.min()) + 1e-20).sum())
    seen: set[tuple[float, ...]] = set()
    for start in np.argsort(length, kind="stable"):
        place = tuple(trained.rounded.cohort.flat[start].numpy().round(3).tolist())
        if np.isfinite(length[start]) and place not in seen and len(seen) < most:
            seen.add(place)
            yield int(start), found, len(cost)
