"""Which product may stand beside which binomial: all choices, by inner products alone.

    y ≈ f = d P + g,   P = Π xᵢ^(uᵢ),   log |g| = log a + Σ vᵢ log |xᵢ| + q log (1 + b R)

For each P and some d, the second term is known wherever the first is, and to first order what it
should be is t = log |g| + (y - f) / g with the weight |g|. Free are then a, v, q, and d itself,
which moves t by -P / g.
"""

from dataclasses import dataclass
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Limits
from nalm.discovery.numerics._exponents import costs
from nalm.discovery.stages.products._binomial_fit import ROUNDING
from nalm.discovery.stages.products._binomial_pairs import MIDDLES, POWERS, SAME
from nalm.discovery.stages.products._binomials import Binomials, product_values
from nalm.discovery.stages.products._neat_products import neat_products
from nalm.discovery.stages.products._working_response import WorkingResponse

SIZES = ((1.0, 2.0, 0.5, 3.0),) * 3
"""Of the exponents of a product of one input, of two and of three."""
PRODUCTS = 200
"""Products that are tried: those with the shortest descriptions."""
SHARES = (-2.0, -1.0, -0.5, -0.2, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.3, 2.0)
"""d P / f at the median row."""
CANCELLING = (-10.0, -4.5)
"""The same if there is but one input: of several, nearly cancelling terms can imitate anything."""
ONE_SIGN = 0.9
"""Share of the rows in which what is left of f must have the same sign, if all inputs do."""
EACH, KEPT = 60, 600
"""Binomials that are kept of each product, and of all, many of which differ in b alone."""


@dataclass(frozen=True, kw_only=True)
class PlusBinomialChoices:
    """Products and binomials that explain a response together.

    Attributes:
        product: u of each choice `(choices, inputs)`.
        size: d `(choices,)`.
        column: Of the binomials `(choices,)`.
        power: q `(choices,)`.
    """

    product: FloatArray
    size: FloatArray
    column: np.ndarray
    power: FloatArray

    def take(self, places: np.ndarray) -> "PlusBinomialChoices":
        """Keep some of the choices."""
        return PlusBinomialChoices(
            product=self.product[places],
            size=self.size[places],
            column=self.column[places],
            power=self.power[places],
        )


def best_plus_binomial(
    binomials: Binomials, response: WorkingResponse, *, limits: Limits
) -> PlusBinomialChoices:
    """Return what is worth fitting.

    Args:
        binomials: The dictionary, for the rows of the response.
        response: Of a formula that nearly fits.
        limits: What may not be exceeded.
    """
    signed = np.asarray(response.negative.any(axis=0))
    constant = np.zeros((1, len(signed)))
    products = np.vstack([constant, neat_products(signed, SIZES)])[:PRODUCTS]
    scan = _Scan(binomials, response)
    found: list[FloatArray] = []
    for place, product in enumerate(products):
        limits.check()
        with np.errstate(all="ignore"):
            rows = scan.best(product)
        found.append(np.column_stack([rows, np.full(len(rows), float(place))]))
    score, size, column, power, place = np.vstack(found).T
    best = np.argsort(score)[:KEPT]
    return PlusBinomialChoices(
        product=products[place[best].astype(np.intp)],
        size=size[best],
        column=column[best].astype(np.intp),
        power=power[best],
    )


@final
class _Scan:
    """What does not depend on the product."""

    def __init__(self, binomials: Binomials, response: WorkingResponse) -> None:
        self._response = response
        self._logs = binomials.logs
        self._squares = np.square(binomials.logs)
        rows = len(response.y)
        self._plain = response.plain
        single = response.logs.shape[1] == 1
        self._shares = np.array(SHARES + CANCELLING if single else SHARES)
        self._factor = np.exp(binomials.costs(rows) / rows)
        self._of_power = np.exp(costs(POWERS) / rows)

    def best(self, product: FloatArray) -> FloatArray:
        """Score, d, column and power of the best choices with a product `(choices, 4)`."""
        response, rows = self._response, len(self._response.y)
        beside = product_values(response.logs, response.negative, exponents=product)
        # In units in which d P is all of f at the median row.
        sizes = float(np.median(response.values / beside)) * self._shares
        left = response.values - sizes[:, None] * beside
        # Without a negative input, g has one sign: rows of the other sign hold noise alone.
        usable = np.abs(left) > 0
        if not response.negative.any():
            usable = left * np.sign((left * np.abs(left)).sum(axis=1, keepdims=True)) > 0
        kept = (usable.mean(axis=1) > ONE_SIGN) & (sizes != 0) & np.isfinite(left).all(axis=1)
        if not kept.any():
            return np.empty((0, 4))
        left, usable, sizes = left[kept], usable[kept], sizes[kept]
        score, power = self._scores(np.where(usable, left, 0.0), beside)
        score = score * np.exp(costs(product).sum() / rows)
        which = score.argmin(axis=0)  # of the sizes
        columns = np.arange(len(which))
        best = score[which, columns]
        column = best.argsort()
        column = column[: min(np.isfinite(best).sum(), EACH)]
        which = which[column]
        return np.column_stack([best[column], sizes[which], column, power[which, column]])

    def _scores(self, left: FloatArray, beside: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Squared residual times exp(cost / rows), and best power `(sizes, columns)`."""
        response = self._response
        # As in `WorkingResponse`, for each size d: t = log |g| + (y - f) / g, weighted by |g|.
        weight = np.abs(left) * response.root
        known = np.where(left == 0, 1.0, left)
        goal = weight * (np.log(np.abs(known)) + (response.y - response.values) / known)
        beside = np.broadcast_to(beside * response.root, weight.shape)
        base = np.linalg.qr(
            np.concatenate([weight[:, :, None] * self._plain, beside[:, :, None]], axis=2)
        )[0].swapaxes(1, 2)  # (sizes, columns of the base, rows)
        # What 1, each log |x| and P explain is projected out: a, v and d follow by least squares.
        goal = goal - np.einsum("kbr,kb->kr", base, np.einsum("kbr,kr->kb", base, goal))
        # Inner products of all binomials, less what the base explains of them: no array of sizes ×
        # rows × columns is made.
        along = (weight * goal) @ self._logs
        length = np.square(weight) @ self._squares
        explained = (base * weight[:, None]).reshape(-1, weight.shape[1]) @ self._logs
        shape = (len(weight), -1, length.shape[1])
        size = length - np.square(explained.reshape(shape)).sum(axis=1)
        # The squares are a parabola in q, lowest at along / size and symmetric: the best listed
        # power is the nearest one.
        power = POWERS[np.searchsorted(MIDDLES, along / np.maximum(size, 1e-300))]
        whole = np.square(goal).sum(axis=1, keepdims=True)
        missed = whole + power * (power * size - 2 * along)
        floor = ROUNDING * np.maximum(whole, 1.0)
        score = (
            np.maximum(missed, floor)
            * self._factor
            * self._of_power[np.searchsorted(POWERS, power)]
        )
        return np.where(size > SAME * length, score, np.inf), power
