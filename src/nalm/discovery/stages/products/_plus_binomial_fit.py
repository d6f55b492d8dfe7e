"""From a choice of a product beside a binomial to numbers, by Gauss and Newton and by rounding.

All choices are fitted at once; a step is one of least squares. See `PlusBinomialModel`.
"""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.stages.products._binomial_pairs import POWERS
from nalm.discovery.stages.products._plus_binomial_model import (
    PlusBinomialModel,
    PlusBinomialNumbers,
)
from nalm.discovery.stages.products._working_response import WorkingResponse

POWER_STEPS, FREE_STEPS = 3, 6
"""Steps with any q and v, and with any v."""


def two_powers(
    response: WorkingResponse,
    beside: FloatArray,
    *,
    size: FloatArray,
    parts: FloatArray,
    q: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Return for each choice the two powers of `POWERS` beside the best one, and its d.

    Args:
        response: Of a formula that nearly fits.
        beside: P of each choice `(choices, rows)`.
        size: d, to begin with `(choices,)`.
        parts: b R `(choices, rows)`.
        q: Powers to begin with `(choices,)`.

    Returns:
        Powers `(2, choices)`, and d `(choices,)`.
    """
    given = np.zeros(len(q), dtype=np.bool_)
    model = PlusBinomialModel(response, beside, parts=parts, q=q, free=given)
    numbers = model.begun(size)
    for _ in range(POWER_STEPS):
        model = PlusBinomialModel(response, beside, parts=parts, q=q, free=given)
        numbers, change = model.by_power(numbers)
        q = np.clip(q + change, POWERS[0], POWERS[-1])
    # Both listed powers next to the fitted one, which is not final: b was held.
    after = np.clip(np.searchsorted(POWERS, q), 1, len(POWERS) - 1)
    return POWERS[np.stack([after - 1, after])], numbers[:, 0]


def begin_plus_binomial(
    response: WorkingResponse,
    beside: FloatArray,
    *,
    size: FloatArray,
    parts: FloatArray,
    q: FloatArray,
    free: np.ndarray,
) -> tuple[FloatArray, FloatArray]:
    """Fit choices to a response with any exponents v, whole or not.

    Args:
        response: Of a formula that nearly fits.
        beside: P of each choice `(choices, rows)`.
        size: d, to begin with `(choices,)`.
        parts: b R, to begin with `(choices, rows)`.
        q: Exponents of the binomials `(choices,)`.
        free: Which b are to be fitted; the others stay `(choices,)`.

    Returns:
        Numbers for `fit_plus_binomial` to begin with `(choices, 3 + inputs)`, and the mean squared
        residuals `(choices,)`.
    """
    model = PlusBinomialModel(response, beside, parts=parts, q=q, free=free)
    numbers = model.stepped(model.begun(size), steps=FREE_STEPS)
    return numbers, model.misfit(numbers)


def fit_plus_binomial(
    response: WorkingResponse,
    beside: FloatArray,
    *,
    begin: FloatArray,
    parts: FloatArray,
    q: FloatArray,
    free: np.ndarray,
) -> tuple[PlusBinomialNumbers, PlusBinomialNumbers]:
    """Fit choices to a response; return them with whole exponents preferred, and without.

    Args:
        response: Of a formula that nearly fits.
        beside: P of each choice `(choices, rows)`.
        begin: What `begin_plus_binomial` returns, of these rows or of some `(choices, 3 + inputs)`.
        parts: b R, as it was there to begin with `(choices, rows)`.
        q: Exponents of the binomials `(choices,)`.
        free: Which b are to be fitted; the others stay `(choices,)`.
    """
    model = PlusBinomialModel(response, beside, parts=parts, q=q, free=free)
    return model.rounded(begin, prefer_whole=True), model.rounded(begin, prefer_whole=False)
