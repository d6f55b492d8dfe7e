"""The verdict: a law, an approximation, or undecided, in words that say why."""

import numpy as np

from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import count_points
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.rewriting._properties import has_neat_exponents, is_product
from nalm.discovery.scoring._exponent_error import exponent_error
from nalm.discovery.scoring._judge import Judged, largest_surprise
from nalm.discovery.scoring._reset_test import reset_test
from nalm.discovery.scoring._residual_pattern import REGULAR, residual_pattern
from nalm.discovery.scoring._rivals import (
    APART,
    CERTAIN,
    decisive_row,
    has_alike,
    may_hide_size,
    rival,
)
from nalm.symbolic import Sum, evaluate, parameters

EXPLAINED = 0.5
"""Share of the outer rows' variation that a law has to predict."""
FEW = 3
"""Distinct outer points below which their variation says nothing: it is that of the noise."""
MANY = 3
"""Measured constants beyond which a formula that fits noisy data is not called a law."""
LONG = 3
"""Plus and minus signs from which it may have one less."""
LOOSE = 0.1
"""Standard error of a product's exponent from which another might as well be right."""
FEW_ROWS = 40
"""Inner rows below which neighbours show no pattern: of 32, all err alike before it counts."""
CURVED = 0.05
"""Probability by chance of a curve that fits better, below which few rows are not called a law."""
ROWS_EACH = 10
"""Inner rows that each measured constant of a sum needs for that, if there is more than one."""


def verdict(
    ranked: list[Judged], *, inner: Problem, outer: Problem, complete: bool
) -> tuple[Verdict, str]:
    """Decide how far to trust the formula with the best score.

    Args:
        ranked: Formulas, best first.
        inner: Rows that formulas were fitted to.
        outer: Rows that they were tried on.
        complete: Whether the search came to its own end.
    """
    chosen, rows = ranked[0], len(outer.y)
    if not rows:
        return Verdict.UNDECIDED, "There are too few rows to hold any out."
    if np.ptp(inner.y) == 0 and np.ptp(outer.y) == 0:
        return Verdict.LAW, "The target is constant."
    if chosen.is_exact:
        return Verdict.LAW, (
            f"It fits to rounding error, and so it does on the {rows} outermost rows, which were "
            "held out."
        )
    if chosen.exception is not None:
        return Verdict.APPROXIMATION, (
            f"Of the {rows} outermost rows, held out, one contradicts it, that with the target "
            f"{outer.y[chosen.exception]:.6g}: unless that one was measured wrong, the law is not "
            "of a form that was searched, and the formula should not be used beyond the data."
        )
    if chosen.surprise > largest_surprise(rows):
        return Verdict.APPROXIMATION, (
            f"On the {rows} outermost rows, held out, its squared error is {chosen.surprise:.3g} "
            "times what its fit inside promises: the law is not of a form that was searched, and "
            "the formula should not be used beyond the data."
        )
    pattern = residual_pattern(chosen, inner)
    if pattern > REGULAR:
        return Verdict.APPROXIMATION, (
            f"Neighbouring rows err in the same direction ({pattern:.1f} standard errors more than "
            "by chance): the formula follows the data, yet something regular is left over."
        )
    doubt = _doubt(ranked, inner, outer, complete=complete)
    if doubt:
        return Verdict.UNDECIDED, doubt
    return Verdict.LAW, (
        f"It predicts the {rows} outermost rows, held out, as well as its noise allows "
        f"(median relative error {chosen.extrapolation_error:.2g}), and "
        f"{_others(ranked, outer)}."
    )


def _others(ranked: list[Judged], outer: Problem) -> str:
    """What else predicts the outer rows as well as a law does."""
    if not has_alike(ranked[0], ranked[1:], outer=outer):
        return "no other formula does"
    return (
        "so do other forms with as few measured numbers, which beyond the data differ from it by "
        f"less than {APART:.0%} or {CERTAIN:g} standard errors"
    )


def _doubt(ranked: list[Judged], inner: Problem, outer: Problem, *, complete: bool) -> str:
    """What keeps a formula that contradicts no row from being called a law; empty if nothing."""
    chosen = ranked[0]
    explained = _explained(chosen, inner, outer)
    if explained < EXPLAINED:
        return (
            f"It explains {max(explained, 0):.0%} of what the outermost rows vary by: noise, or "
            "inputs that are not in the table, do the rest."
        )
    if not complete:
        return "The search was stopped before it came to an end; a longer one may find better."
    formula = chosen.fit.formula
    loose = exponent_error(chosen, inner) if is_product(formula) else 0.0
    if loose > LOOSE:
        return (
            f"Its exponents, were all of them measured, would have errors of up to ± {loose:.2g}: "
            "others would fit too. More rows, or inputs that vary more, would decide."
        )
    if not is_product(formula) and not has_neat_exponents(formula):
        return (
            "It is a sum whose exponents are no neat numbers: with noise, such a sum follows many "
            "other functions as well."
        )
    count, signs = len(parameters(formula)), _signs(formula)
    if count > MANY - (signs >= LONG):
        return (
            f"It needs {count} measured constants and {signs} plus or minus signs, with which a "
            "formula follows many functions."
        )
    distinct = count_points(inner.x)
    if count >= distinct:
        return (
            f"The inner rows have {distinct} distinct inputs: any formula with {count} measured "
            "constants goes through their means."
        )
    rows = len(inner.y)
    if not is_product(formula) and count > max(rows // ROWS_EACH, 1):
        return f"It is a sum with {count} measured constants, for which {rows} inner rows are few."
    curved = _curved(chosen, inner, outer) if rows < FEW_ROWS else ""
    if curved:
        return curved
    if may_hide_size(chosen, inner):
        return (
            "The data cannot tell one of its roots from the size |x| of an input, which is not "
            "arithmetic: rows nearer to where that is 0 would decide."
        )
    return _alternative(chosen, ranked[1:], inner, outer)


def _curved(chosen: Judged, inner: Problem, outer: Problem) -> str:
    """Say what a curve beside the formula keeps few rows from deciding; empty if nothing."""
    curves = reset_test(chosen, inner=inner, outer=outer)
    if curves.chance < CURVED:
        return (
            f"A smooth curve beside it would fit better (p = {curves.chance:.2g}, Ramsey's test): "
            "more rows would decide."
        )
    if curves.unseen > APART:
        return (
            f"A curve of up to ± {curves.unseen:.0%} beside it would go unnoticed in "
            f"{len(inner.y) + len(outer.y)} rows with these errors: more rows would decide."
        )
    return ""


def _signs(formula: Sum) -> int:
    """Count the plus and minus signs between terms."""
    powers = [power for term in formula.terms for power in term.powers]
    inside = sum(_signs(power.base) for power in powers if isinstance(power.base, Sum))
    return len(formula.terms) - 1 + inside


def _alternative(chosen: Judged, others: list[Judged], inner: Problem, outer: Problem) -> str:
    """Which formulas of other forms keep it from being called a law; empty if none."""
    other = rival(chosen, others, inner=inner, outer=outer)
    if other is not None:
        return (
            f"Another formula {_how_well(other, chosen)} and differs beyond the data: more, or "
            "further out, would decide."
        )
    row = decisive_row(chosen, others, inner=inner, outer=outer)
    if row is not None:
        return (
            f"But for one row, that with the target {inner.y[row]:.6g}, another formula would be "
            "better: measure it again, or leave it out."
        )
    return ""


def _how_well(other: Judged, chosen: Judged) -> str:
    odds = float(np.exp((other.score - chosen.score) / 2))
    if odds < 1:
        return f"of more measured numbers fits the inner rows better (odds of {1 / odds:.2g} to 1)"
    return f"fits inner and outer rows nearly as well (odds of 1 to {odds:.2g})"


def _explained(chosen: Judged, inner: Problem, outer: Problem) -> float:
    """Share of the outer rows' variation, or of all if those are few, that a formula predicts."""
    few = count_points(outer.x) < FEW
    x = np.vstack([inner.x, outer.x]) if few else outer.x
    y = np.concatenate([inner.y, outer.y]) if few else outer.y
    scale = float(np.abs(y).max()) or 1.0
    miss = (evaluate(chosen.fit.formula, x) - y) / scale
    centred = (y - y.mean()) / scale
    spread = float(np.square(centred).sum())
    return 1 - float(np.square(miss).sum()) / spread if spread else 1.0
