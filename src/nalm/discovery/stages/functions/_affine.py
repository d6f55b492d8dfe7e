"""Which exponential of several inputs a law is affine in.

    y = A + B exp(-R)   or   1/y = A + B exp(-R),   R = Π xᵢ^(±1) of two or three inputs,
    A, B sums of short products of the inputs that remain

All inputs of R are left out of A and B, or all but one, as in V/R (1 - exp(-R t/L)). An exponential
of natural quantities has no measured number in it. It has to leave clearly less than other curves
along the same R do, which are fitted beside the same products: powers, a logarithm, 1/(1 + R). A
and B may have a second one, of other inputs: M (1 - exp(-r/T)) exp(-e/S).
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple, TypeAlias, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import drawn
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.functions._blocks import values_of_products
from nalm.discovery.stages.functions._view import View
from nalm.symbolic import Call

ROWS = 200
ROWS_EACH = 6
"""Rows for each column."""
SPREAD, LEAST, MOST = 0.2, 4.0, 60.0
"""Range of R at least, its smallest value at most, and its largest: else exp(-R) hardly varies."""
COMPARED = 8
"""Exponentials that other curves are compared with."""
MOST_LEFT = 0.2
"""Error, relative to the target, from which on an exponential explains too little."""
BETTER = 0.85
"""Error, relative to the best other curve's, up to which an exponential is likely."""
BEGUN, BEGINNINGS = 0.95, 2
"""Such an error up to which another exponential besides is tried, and for how many."""
NEAR = 1.3
"""Error, relative to the best exponential's, up to which another one is as likely."""
ROUNDING = 1e-9
"""Error, relative to the target, that is none."""
VIEWS = 3
"""That are returned."""
SINGULAR = 1e-9
DEPENDENT = 1e-6
"""Length, of 1, that is left of a column that is a combination of others."""
_Inputs: TypeAlias = tuple[int, ...]
_Curve: TypeAlias = Callable[[FloatArray], FloatArray]
OTHERS: tuple[_Curve, ...] = (
    np.log,
    *(lambda r, e=e: r**e for e in (1, -1, 2, -2, 0.5, -0.5)),
    *(lambda r, e=e: (1 + r) ** e for e in (-1, 0.5, -2)),
    *(lambda r, e=e: (1 + r * r) ** e for e in (-1, 0.5, -0.5)),
)
"""Curves that laws have along a product of inputs, and that an exponential may stand for."""


class Affine(NamedTuple):
    """An exponential that a law may be affine in, or two of them.

    Attributes:
        error: What is left with it, relative to the target.
        ratio: That, relative to what is left with the best other curve.
        arguments: R of each.
        left_out: Inputs that A and B are without.
    """

    error: float
    ratio: float
    arguments: tuple[Argument, ...]
    left_out: _Inputs

    @property
    def view(self) -> View:
        """What is left to be searched."""
        functions = tuple(Call("exp", one.written(Fraction(-1))) for one in self.arguments)
        return View(functions=functions, left_out=self.left_out)


class _Along(NamedTuple):
    """An argument, its values on the rows, and the inputs that are left out."""

    argument: Argument
    values: FloatArray
    left_out: _Inputs


def affine_in(problem: Problem, *, limits: Limits) -> list[Affine]:
    """Return the exponentials that are clearly better than other curves, best first.

    Args:
        problem: The data.
        limits: What may not be exceeded.
    """
    found = _found(problem, problem.x.shape[1], limits=limits)
    begun = [one for one in found if one.error < MOST_LEFT and one.ratio < BEGUN][:BEGINNINGS]
    pairs = [both for one in begun for both in _pairs(one, problem, limits=limits)]
    return _likely([*found, *pairs])


def _found(problem: Problem, inputs: int, *, limits: Limits) -> list[Affine]:
    """Compare the best exponentials of the first inputs with other curves."""
    rows = drawn(len(problem.y), ROWS, seed=0)
    x, y, root = problem.x[rows], problem.y[rows], np.sqrt(problem.weight[rows])
    groups: dict[_Inputs, list[_Along]] = {}
    found: list[tuple[float, _Along, Beside]] = []
    with np.errstate(all="ignore"):
        for along in _candidates(x, inputs):
            groups.setdefault(along.left_out, []).append(along)
        for left_out, several in groups.items():
            limits.check()
            beside = Beside(np.delete(x, left_out, axis=1), y, root=root)
            errors = beside.errors([np.exp(-one.values) for one in several])
            found += [(error, one, beside) for error, one in zip(errors, several, strict=True)]
        found.sort(key=lambda one: (max(one[0], ROUNDING), -len(one[1].left_out)))
        return [_compared(*one) for one in found[:COMPARED]]


def _compared(error: float, along: _Along, beside: "Beside") -> Affine:
    other = min(beside.errors([curve(along.values) for curve in OTHERS]))
    return Affine(error, error / max(other, 1e-300), (along.argument,), along.left_out)


def _pairs(first: Affine, problem: Problem, *, limits: Limits) -> Iterator[Affine]:
    """Yield an exponential and another one, of other inputs, with the first as an input."""
    inside, inputs = first.view.of(problem), problem.x.shape[1]
    kept = [i for i in range(inputs) if i not in first.left_out]
    for second in _found(inside, len(kept), limits=limits) if inside is not None else ():
        (own,) = second.arguments
        argument = _argument(dict(zip(kept, own.exponents, strict=False)), inputs)
        left_out = (*first.left_out, *(kept[i] for i in second.left_out))
        yield second._replace(arguments=(*first.arguments, argument), left_out=left_out)


def _likely(found: Sequence[Affine]) -> list[Affine]:
    better = [one for one in found if one.error < MOST_LEFT and one.ratio < BETTER]
    least = min((one.error for one in better), default=0.0)
    near = [one for one in better if one.error < NEAR * max(least, ROUNDING)]
    # Of one exponential, what has the fewest inputs besides is found most easily.
    near.sort(key=lambda one: -len(one.left_out))
    first = {frozenset(one.arguments): one for one in reversed(near)}.values()
    return sorted(first, key=lambda one: one.error)[:VIEWS]


def _candidates(x: FloatArray, inputs: int) -> Iterator[_Along]:
    """Yield arguments of the first inputs, and which of them are left out."""
    usable = [i for i in range(inputs) if (x[:, i] >= 0).all()]
    for size in (2, 3):
        for own in combinations(usable, size):
            places = [own, *combinations(own, size - 1)]
            for signs in product((1.0, -1.0), repeat=size):
                argument = _argument(dict(zip(own, signs, strict=True)), x.shape[1])
                values = argument.values(x)
                if 1.0 in signs and _is_seen(values):
                    kept = (some for some in places if len(some) < x.shape[1])
                    yield from (_Along(argument, values, left_out) for left_out in kept)


def _argument(exponents: dict[int, float], inputs: int) -> Argument:
    return Argument(exponents=tuple(exponents.get(i, 0.0) for i in range(inputs)))


def _is_seen(values: FloatArray) -> bool:
    """Say whether exp(-R) varies; not so where R has no value."""
    return bool(np.ptp(values) > SPREAD and values.min() < LEAST and values.max() < MOST)


@final
class Beside:
    """Short products, beside which a curve is fitted by itself and times each of them.

    Args:
        x: Inputs that remain `(rows, inputs)`.
        y: Target `(rows,)`.
        root: Square roots of the rows' weights `(rows,)`.
    """

    def __init__(self, x: FloatArray, y: FloatArray, *, root: FloatArray) -> None:
        products = values_of_products(x, most=max(len(y) // (2 * ROWS_EACH), 1))
        self._size = float(np.std(root * y)) or 1.0
        self._targets = [_Target(products, y, root=root)]
        if (y > 0).all() or (y < 0).all():
            # A small error of y is one of 1/y² times as much in 1/y.
            self._targets.append(_Target(products, 1 / y, root=root * np.square(y)))

    def errors(self, curves: Sequence[FloatArray]) -> list[float]:
        """Return the relative errors beside each curve, each row predicted from the others."""
        values = np.array(curves)
        usable = np.asarray(np.isfinite(values).all(axis=1))
        values = np.where(usable[:, None], values, 1.0)
        values /= np.maximum(np.abs(values).max(axis=1, keepdims=True), 1e-300)
        errors = np.min([one.errors(values) for one in self._targets], axis=0) / self._size
        return [float(one) for one in np.where(usable, errors, np.inf)]


@final
class _Target:
    """A target, and what products leave of it.

    Args:
        products: `(rows, products)`.
        y: `(rows,)`.
        root: Square roots of the rows' weights `(rows,)`.
    """

    def __init__(self, products: FloatArray, y: FloatArray, *, root: FloatArray) -> None:
        self._products = products * root[:, None]
        base, singular, _ = np.linalg.svd(self._products, full_matrices=False)
        self._base = base[:, singular > SINGULAR * singular[0]]
        self._left = root * y - self._base @ (self._base.T @ (root * y))

    def errors(self, curves: FloatArray) -> FloatArray:
        """Return what is left beside each of the curves `(curves, rows)`."""
        block = curves[:, :, None] * self._products  # (curves, rows, products)
        block -= self._base @ (self._base.T @ block)
        block /= np.maximum(np.linalg.norm(block, axis=1, keepdims=True), 1e-300)
        own, upper = np.linalg.qr(block)
        own *= (np.abs(np.diagonal(upper, axis1=1, axis2=2)) > DEPENDENT)[:, None, :]
        left = self._left - (own @ (np.swapaxes(own, 1, 2) @ self._left[:, None]))[:, :, 0]
        columns = self._base.shape[1] + np.square(own).sum(axis=(1, 2))
        return np.sqrt(np.mean(np.square(left), axis=1)) / np.maximum(
            1 - columns / len(left.T), 0.05
        )
