"""How much the rows say about the form of a formula."""

from typing import NamedTuple

import numpy as np

from nalm.discovery.rewriting._without_functions import without_functions
from nalm.discovery.scoring._curve_information import information_beside, near_rows
from nalm.discovery.verdict._case import Case
from nalm.symbolic import complexity, evaluate, parameters


class Correction(NamedTuple):
    """A function without which a formula does nearly the same.

    Attributes:
        share: Of the formula's variation that is left without it.
        bits: That the rows hold about what it adds, beyond those of its constants.
        size: Bits that it takes to write it, without its constants.
    """

    share: float
    bits: float
    size: float


def faintest_correction(case: Case) -> Correction | None:
    """Find the function that the rows show least, of those that only correct a formula.

    Where a few bits are seen of a correction, as many others as the rows cannot tell from it are
    as short.

    Args:
        case: The formula and its rows.
    """
    formula, rules = case.formula, case.rules
    found: list[Correction] = []
    for rest in without_functions(formula):
        if not rest.terms:
            continue
        bits, share = information_beside(rest, case.chosen, inner=case.inner, outer=case.outer)
        if share >= rules.corrected:
            constants = max(len(parameters(formula)) - len(parameters(rest)), 0)
            symbols = complexity(formula) - complexity(rest) - constants
            found.append(Correction(share, bits, rules.symbol_bits * symbols))
    return min(found, key=lambda one: one.bits - one.size, default=None)


def information(case: Case) -> float:
    """Return the bits that the rows hold about a formula's form.

    A point that is known to σ / √m, of m readings, among values that spread by s holds
    log₂ (s √m / σ) bits, as a channel with this ratio of signal to noise does. As many points as
    there are measured constants say nothing about the form: the constants take what they say.

    Args:
        case: The formula and its rows.

    Returns:
        Bits, at least 0; infinite where it fits exactly.

    Source:
        Shannon (1949), "Communication in the presence of noise"; to compare it with the length of
        what is described is Rissanen (1978), "Modeling by shortest data description".
    """
    x, y = near_rows(case.chosen, inner=case.inner, outer=case.outer)
    free = max(len(y) - case.constants, 1)
    with np.errstate(all="ignore"):
        noise = float(np.square(y - evaluate(case.formula, x)).sum() / free)
        _, readings = np.unique(x, axis=0, return_counts=True)
        each = np.log2(y.var() * readings / noise) / 2
    return float(max(each.mean(), 0.0) * max(case.points - case.constants, 0))
