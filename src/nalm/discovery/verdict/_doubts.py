"""What keeps a formula that the data do not contradict from being called a law: one check each."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from nalm.discovery._noise import Noise
from nalm.discovery.problem._rows import count_points
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.result._wording import RIVAL
from nalm.discovery.rewriting._properties import count_calls, is_flexible, is_product
from nalm.discovery.scoring._curve_information import shows_its_curve
from nalm.discovery.scoring._judge import judge
from nalm.discovery.scoring._reset_test import reset_test
from nalm.discovery.verdict._case import Case
from nalm.discovery.verdict._exponent_error import exponent_error, raised_error
from nalm.discovery.verdict._held_out import far_off
from nalm.discovery.verdict._information import faintest_correction, information
from nalm.discovery.verdict._periods import shown_periods
from nalm.discovery.verdict._rivals import (
    decisive_row,
    may_be_step,
    may_hide_size,
    odds,
    rival,
)
from nalm.discovery.verdict._series import series_fits
from nalm.symbolic import Fold, as_formula, complexity, evaluate


def first_doubt(case: Case, checks: "Sequence[Check] | None" = None) -> Reason | None:
    """Return the first doubt, in the order of the checks; none if it may be called a law."""
    doubts = (check(case) for check in (CHECKS if checks is None else checks))
    return next((doubt for doubt in doubts if doubt is not None), None)


def _little_explained(case: Case) -> Reason | None:
    share, of_all = _explained(case), case.chosen.explained >= case.rules.corrected
    kind = ReasonKind.FLAT_OUTSIDE if of_all else ReasonKind.LITTLE_EXPLAINED
    return Reason(kind, {"share": max(share, 0.0)}) if share < case.rules.explained else None


def _explained(case: Case) -> float:
    """Share of the outer rows' variation, or of all if those are few, that a formula predicts."""
    inner, outer = case.inner, case.outer
    few = count_points(outer.x) < case.rules.few_outer
    x = np.vstack([inner.x, outer.x]) if few else outer.x
    y = np.concatenate([inner.y, outer.y]) if few else outer.y
    far = case.chosen.is_far
    near = ~(np.concatenate([case.chosen.fit.is_far, far]) if few else far)
    x, y = x[near], y[near]
    scale = float(np.abs(y).max()) or 1.0
    miss = (evaluate(case.formula, x) - y) / scale
    centred = (y - y.mean()) / scale
    spread = float(np.square(centred).sum())
    return 1 - float(np.square(miss).sum()) / spread if spread else 1.0


def _search_stopped(case: Case) -> Reason | None:
    return None if case.complete else Reason(ReasonKind.SEARCH_STOPPED)


def _open_exponents(case: Case) -> Reason | None:
    of = exponent_error if is_product(case.formula) else raised_error
    error = of(case.chosen, case.inner)
    return Reason(ReasonKind.OPEN_EXPONENTS, {"error": error}) if error > case.rules.loose else None


def _flexible_sum(case: Case) -> Reason | None:
    return Reason(ReasonKind.FLEXIBLE_SUM) if is_flexible(case.formula) else None


def _many_constants(case: Case) -> Reason | None:
    count, signs = case.constants, _SIGNS(case.formula)
    if count <= case.rules.many - (signs >= case.rules.long):
        return None
    clear = shows_its_curve(
        case.chosen, inner=case.inner, outer=case.outer, times=case.rules.clear, rules=case.rules
    )
    many = Reason(ReasonKind.MANY_CONSTANTS, {"constants": count, "signs": signs})
    return None if clear else many


_SIGNS: Fold[None, int, int, int, int] = Fold(
    number=lambda number: None,
    input=lambda index: 0,
    call=lambda function, argument: argument,
    power=lambda base, exponent: base,
    product=lambda coefficient, powers: sum(powers),
    sum=lambda terms: len(terms) - 1 + sum(terms),
)
"""How many plus and minus signs there are between terms."""


def _noisy_inputs(case: Case) -> Reason | None:
    # Found on the test law ((n - m) / (n + m))² with errors in n and m: log² (n / m) fitted better.
    if not count_calls(case.formula) or case.chosen.noise != Noise.VARIABLES:
        return None
    # Errors of y alone claim less: those of the inputs have to be seen.
    alone = tuple(n for n in (Noise.CONSTANT, Noise.RELATIVE) if n.is_applicable(case.inner.y))
    with np.errstate(all="ignore"):
        simpler = judge(case.formula, case.inner, outer=case.outer, noises=alone)
    if simpler is not None and simpler.score <= case.chosen.score + case.rules.strong:
        return None
    return Reason(ReasonKind.FUNCTION_OF_NOISY_INPUTS)


def _few_periods(case: Case) -> Reason | None:
    shown = min(shown_periods(case.formula, case.inner.x), default=np.inf)
    numbers = {"periods": shown, "enough": case.rules.periods}
    return Reason(ReasonKind.FEW_PERIODS, numbers) if shown < numbers["enough"] else None


def few_points(case: Case) -> Reason | None:
    """Doubt that the rows show the form between the points where they lie.

    Repeated readings at one point determine no more numbers than one reading does, however exact.
    """
    count, inside = case.constants, count_points(case.inner.x)
    if count >= inside or case.points < count + case.rules.spare_points:
        return Reason(ReasonKind.FEW_POINTS, {"points": case.points, "constants": count})
    return None


def _little_information(case: Case) -> Reason | None:
    """Doubt that the points, as exactly as they are read, single out a form of this length."""
    size, bits = case.rules.symbol_bits * complexity(case.formula), information(case)
    numbers = {"bits": bits, "size": size}
    return Reason(ReasonKind.LITTLE_INFORMATION, numbers) if bits < size else None


def _few_rows(case: Case) -> Reason | None:
    count, rows = case.constants, len(case.inner.y)
    if count <= max(rows // case.rules.rows_each, 1):
        return None
    return Reason(ReasonKind.FEW_ROWS, {"constants": count, "rows": rows})


def _curved(case: Case) -> Reason | None:
    few = len(case.inner.y) < case.rules.few_rows
    curves = reset_test(case.chosen, inner=case.inner, outer=case.outer, rules=case.rules)
    if curves.p_value < (case.rules.curved if few else case.rules.bent):
        return Reason(ReasonKind.CURVE_FITS_BETTER, {"chance": curves.p_value})
    if few and curves.unseen > case.rules.apart:
        rows = len(case.inner.y) + len(case.outer.y)
        return Reason(ReasonKind.CURVE_UNSEEN, {"size": curves.unseen, "rows": rows})
    return None


def _absolute_value(case: Case) -> Reason | None:
    hidden = may_hide_size(case.chosen, case.inner, rules=case.rules)
    return Reason(ReasonKind.ABSOLUTE_VALUE) if hidden else None


def _step(case: Case) -> Reason | None:
    step = may_be_step(case.chosen, case.inner, rules=case.rules)
    return Reason(ReasonKind.STEP) if step else None


def _exponents_beside_functions(case: Case) -> Reason | None:
    formula = case.formula
    if len(formula.terms) != 1 or not count_calls(formula):
        return None
    powers = formula.terms[0].powers
    if not all(isinstance(one.base, int) or count_calls(as_formula(one.base)) for one in powers):
        return None
    error = exponent_error(case.chosen, case.inner)
    if error > case.rules.loose:
        return Reason(ReasonKind.OPEN_EXPONENTS_BESIDE, {"error": error})
    return None


def _correction_unseen(case: Case) -> Reason | None:
    faint = faintest_correction(case) if count_calls(case.formula) else None
    if faint is None or faint.bits >= faint.size:
        return None
    return Reason(ReasonKind.CORRECTION_UNSEEN, faint._asdict())


def _rival(case: Case) -> Reason | None:
    other = rival(case.chosen, case.near, inner=case.inner, outer=case.outer, rules=case.rules)
    if other is None:
        return None
    # The chosen formula may have the worse score, as the shorter of two near ones comes first: see
    # `preferred`.
    ratio, numbers = odds(case.chosen, other), {RIVAL: case.place(other)}
    if ratio > 1:
        return Reason(ReasonKind.LONGER_RIVAL, numbers | {"odds": ratio})
    return Reason(ReasonKind.RIVAL, numbers | {"odds": 1 / ratio if ratio else np.inf})


def _other_forms(case: Case) -> Reason | None:
    alike = case.alike
    # Scores are -2 log posterior probabilities, so that odds add up.
    total = sum(odds(case.chosen, other) for other in alike)
    if total <= case.rules.doubtful:
        return None
    numbers = {"forms": len(alike), RIVAL: case.place(alike[0]), "odds": 1 / total}
    return Reason(ReasonKind.OTHER_FORMS, numbers)


def _one_row_decides(case: Case) -> Reason | None:
    row = decisive_row(
        case.chosen, case.others, inner=case.inner, outer=case.outer, rules=case.rules
    )
    if row is None:
        return None
    return Reason(ReasonKind.ONE_ROW_DECIDES, {"target": float(case.inner.y[row])})


Check: TypeAlias = Callable[[Case], Reason | None]
CHECKS: tuple[Check, ...] = (
    _little_explained,
    _search_stopped,
    _open_exponents,
    _flexible_sum,
    _many_constants,
    _noisy_inputs,
    _few_periods,
    few_points,
    series_fits,
    _little_information,
    _few_rows,
    _curved,
    _absolute_value,
    _step,
    _exponents_beside_functions,
    _correction_unseen,
    _rival,
    _other_forms,
    _one_row_decides,
    far_off,
)
"""From what is cheap to what is dear; last what says least."""
CHOOSING = (
    series_fits,
    _open_exponents,
    _flexible_sum,
    _many_constants,
    _little_information,
    _few_rows,
    _exponents_beside_functions,
    _correction_unseen,
)
"""Those of a form that was chosen among thousands, and so may fit by its freedom alone."""
CHECKS_OF_GIVEN = tuple(check for check in CHECKS if check not in CHOOSING)
"""Those of a form that was given."""
