"""What a verdict says where a user gave constraints."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nalm.discovery.constraints._known import Known
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.result._wording import RIVAL
from nalm.discovery.scoring._judge import ScoredFormula
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.symbolic import Sum

LARGEST = 690.0
"""Logarithm of odds that a double can hold."""


def contradicted(
    word: Verdict,
    reason: Reason,
    *,
    keeping: Sequence[ScoredFormula],
    breaking: Sequence[ScoredFormula],
) -> tuple[Verdict, Reason]:
    """Doubt a formula that another one rules out which breaks a constraint.

    A constraint is known before the data, so that no odds speak against it which a formula can owe
    to its choice among thousands.

    Args:
        word: Of the first that keeps them.
        reason: Of that.
        keeping: Formulas that keep all constraints, the chosen one first.
        breaking: Those that do not.
    """
    best = min(breaking, key=lambda each: each.score, default=None)
    if best is None or not keeping or keeping[0].is_exact:
        return word, reason
    gain = keeping[0].score - best.score
    if gain <= VERDICT_RULES.close:
        return word, reason
    place = len(keeping) + next(k for k, each in enumerate(breaking) if each is best)
    numbers = {"odds": float(np.exp(min(gain / 2, LARGEST))), RIVAL: place}
    word = Verdict.UNDECIDED if word is Verdict.LAW else word
    return word, Reason(ReasonKind.CONSTRAINT_CONTRADICTED, numbers)


def with_findings(
    word: Verdict, reason: Reason, *, formula: Sum, known: Known | None
) -> tuple[Verdict, Reason]:
    """Say of each constraint whether the chosen formula keeps it; without that it is no law.

    Args:
        word: Of the formula.
        reason: Of that.
        formula: The chosen one, as it is shown.
        known: The constraints; None without any.
    """
    if known is None:
        return word, reason
    findings = known.findings(formula)
    said = tuple(map(str, findings))
    if all(each.is_kept is not False for each in findings):
        return word, replace(reason, constraints=said)
    word = Verdict.UNDECIDED if word is Verdict.LAW else word
    return word, Reason(ReasonKind.CONSTRAINT_BROKEN, constraints=said)
