"""Short products with functions, of which a sum may be made.

    M F(b R + φ),   M short;   Π sin(xᵢ)^p cos(xᵢ)^q,   the xᵢ angles in radians

Which functions there may be, `function_terms` tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages.arguments._arguments import angle_of
from nalm.discovery.stages.functions._beside_sums import functions_beside
from nalm.discovery.stages.functions._terms import function_terms
from nalm.symbolic import Base, Power, Product, Sum, as_formula, evaluate, form_key

FUNCTIONS = 20
"""Functions of which products are made: the likeliest."""
PAIRS = 30
"""Of inputs, whose products and quotients are beside a function."""
LARGEST_RATIO = 1e3
"""Between two rows, of what may be a denominator."""
ONE = Fraction(1)


@dataclass(frozen=True, kw_only=True)
class FunctionProducts:
    """Products with functions, and sums that have one of them.

    Attributes:
        products: Of which sums may be made.
        sums: The products of sums that are likely.
    """

    products: tuple[Product, ...] = ()
    sums: tuple[tuple[Product, ...], ...] = ()


def function_products(
    problem: Problem,
    functions: tuple[str, ...],
    *,
    sums: Sequence[Sequence[Product]],
    limits: Limits,
) -> FunctionProducts:
    """List them.

    Args:
        problem: The data.
        functions: Names of the functions that are allowed.
        sums: The products of short sums, in what these leave functions are looked for.
        limits: What may not be exceeded.
    """
    likely = function_terms(problem, functions, limits=limits)[:FUNCTIONS]
    beside = list(_beside(problem.x))
    found = functions_beside(
        problem, sums, functions=functions, beside=[*beside, *_pairs(problem.x)], limits=limits
    )
    products = [Product(ONE, (*m, Power(base, ONE))) for base in likely for m in beside]
    angles = [base for base in likely if angle_of(base) is not None]
    all_of_them = dict.fromkeys([*_different(found), *products, *_of_angles(angles, problem.x)])
    return FunctionProducts(products=tuple(all_of_them), sums=tuple(found))


def _different(found: Sequence[tuple[Product, ...]]) -> list[Product]:
    """Take the function of each sum, of those that differ in their numbers alone the first."""
    different: dict[object, Product] = {}
    for *_, product in found:
        # Many columns that are nearly alike would leave no room for others in a beam.
        different.setdefault(form_key(Sum((product,))), product)
    return list(different.values())


def _beside(x: FloatArray) -> Iterator[tuple[Power, ...]]:
    yield ()
    for i, column in enumerate(x.T):
        yield (Power(i, ONE),)
        if _is_denominator(column):
            yield (Power(i, -ONE),)


def _pairs(x: FloatArray) -> Iterator[tuple[Power, ...]]:
    """Yield products and quotients of two inputs."""
    divides = [_is_denominator(column) for column in x.T]
    for i, j in islice(combinations(range(x.shape[1]), 2), PAIRS):
        for e, f in ((ONE, ONE), (ONE, -ONE), (-ONE, ONE), (-ONE, -ONE)):
            if (e > 0 or divides[i]) and (f > 0 or divides[j]):
                yield (Power(i, e), Power(j, f))


def _is_denominator(values: FloatArray) -> bool:
    size = np.abs(values)
    return bool(size.max() < LARGEST_RATIO * size.min())


def _of_angles(angles: Sequence[Base], x: FloatArray) -> Iterator[Product]:
    """Yield products of two or three, and those of up to two divided by another."""
    for size in (2, 3):
        for bases in combinations_with_replacement(angles, size):
            yield _raised({base: Fraction(bases.count(base)) for base in bases})
    for base in angles:
        with np.errstate(all="ignore"):
            values = evaluate(as_formula(base), x)
        if not _is_denominator(values):
            continue
        others = [other for other in angles if other != base]
        for size in (0, 1, 2):
            for bases in combinations(others, size):
                yield _raised({base: -ONE} | dict.fromkeys(bases, ONE))


def _raised(powers: dict[Base, Fraction]) -> Product:
    return Product(ONE, tuple(Power(base, exponent) for base, exponent in powers.items()))
