"""Parameters of a cohort become formulas in the user's units."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import torch

from nalm._typing import FloatArray
from nalm.discovery.numerics._exponents import exact, of_units
from nalm.discovery.stages.cohorts._cohorts import TrainedStructure
from nalm.discovery.stages.cohorts._model import Parameters, unflatten
from nalm.discovery.stages.cohorts._scaled_rows import Rows, Scales
from nalm.symbolic import Number, Power, Product, Sum


def write(trained: TrainedStructure, start: int, *, rows: Rows) -> Sum:
    """Write one start of a trained cohort as a formula.

    Args:
        trained: The cohort.
        start: Which of its rounded starts.
        rows: That it was rounded on.
    """
    samples, scales = rows.samples, rows.scales
    cohort, fit = trained.rounded.cohort, trained.rounded.fit
    features = samples.basis.shape[1]
    value = unflatten(cohort.flat[start : start + 1], trained.structure, features=features)
    free = unflatten(cohort.free[start : start + 1], trained.structure, features=features)
    basis, offset = samples.basis.numpy(), samples.offset.numpy()
    sums = _sums(trained, value, free, basis=basis, scales=scales)
    terms: list[Product] = []
    for term in range(trained.structure.terms):
        exponents = _exponents(value.outer[0, term], free.outer[0, term], basis, offset)
        coefficient = float(fit.linear[start, term]) * scales.y * _unscaled(exponents, scales)
        powers = _powers(exponents)
        powers += tuple(
            Power(sums[f], _number(float(value.power[0, f]), bool(free.power[0, f])))
            for f, host in enumerate(trained.structure.hosts)
            if host == term
        )
        terms.append(Product(coefficient, powers))
    return Sum(tuple(terms))


def _sums(
    trained: TrainedStructure,
    value: Parameters,
    free: Parameters,
    *,
    basis: FloatArray,
    scales: Scales,
) -> list[Sum]:
    sums: list[list[Product]] = [[Product(Fraction(1))] for _ in trained.structure.sums]
    for k, owner in enumerate(trained.structure.owners):
        exponents = _exponents(value.inner[0, k], free.inner[0, k], basis, np.zeros(len(basis)))
        coefficient = float(value.scale[0, k]) * _unscaled(exponents, scales)
        sums[owner].append(Product(coefficient, _powers(exponents)))
    return [Sum(tuple(products)) for products in sums]


def _exponents(
    value: torch.Tensor, free: torch.Tensor, basis: FloatArray, offset: FloatArray
) -> list[Number]:
    """Return w = w₀ + B z: exact where every z that it depends on is."""
    z, z_free = value.numpy(), free.numpy() > 0
    numbers: list[Number] = []
    for row, w0 in zip(basis, offset, strict=True):
        if z_free[row != 0].any():
            numbers.append(float(row @ z + w0))
        else:
            # Of several z, only all exact ones make an exact exponent: B and w₀ are fractions.
            steps = (of_units(float(b)) * exact(float(v)) for b, v in zip(row, z, strict=True) if b)
            numbers.append(sum(steps, of_units(float(w0))))
    return numbers


def _number(value: float, measured: bool) -> Number:
    return value if measured else exact(value)


def _unscaled(exponents: list[Number], scales: Scales) -> float:
    """Undo the scaling of the inputs: the product of their scales with these exponents."""
    with np.errstate(over="ignore"):  # a coefficient past the largest float is infinite
        return float(np.exp(-np.dot([float(w) for w in exponents], scales.logs)))


def _powers(exponents: list[Number]) -> tuple[Power, ...]:
    return tuple(Power(i, w) for i, w in enumerate(exponents) if w != 0)


def found_in(trained: TrainedStructure, *, most: int = 8) -> Iterator[tuple[int, int, int]]:
    """Yield the starts with the shortest descriptions: index, how many ended there, of how many.

    Starts that ended in the same place are yielded once.
    """
    length, cost = trained.rounded.length, trained.cost.numpy()
    # Starts within a percent of the lowest cost count as ended in the same minimum.
    found = int((cost <= 1.01 * float(cost.min()) + 1e-20).sum())
    seen: set[tuple[float, ...]] = set()
    for start in np.argsort(length, kind="stable"):
        place = tuple(trained.rounded.cohort.flat[start].numpy().round(3).tolist())
        if np.isfinite(length[start]) and place not in seen and len(seen) < most:
            seen.add(place)
            yield int(start), found, len(cost)
