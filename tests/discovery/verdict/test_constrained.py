from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery import Noise, Reason, ReasonKind, Verdict
from nalm.discovery.result._wording import RIVAL
from nalm.discovery.scoring._judge import judge
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.verdict._constrained import contradicted, with_findings
from tests.discovery._laws import formula, problem, term
from tests.discovery.constraints import _known

X = np.linspace(1.0, 2.0, 20)[:, None]
LINE = formula(term(2.0, (0, 1)))
DATA = problem(X, 2 * X[:, 0] + 0.1 * np.random.default_rng(0).normal(size=20))
PREDICTS = Reason(ReasonKind.PREDICTS, {"rows": 4, "error": 0.1})


def known(*texts):
    return _known.known(X, DATA.y, *texts)


def scored(score):
    found = judge(LINE, DATA, outer=DATA, noises=(Noise.CONSTANT,))
    assert found is not None
    return replace(found, score=score)


@pytest.mark.parametrize("word", list(Verdict))
@pytest.mark.parametrize("gain", [-5.0, VERDICT_RULES.close - 1, VERDICT_RULES.close + 1, 1e6])
def test_only_what_rules_a_formula_out_speaks_against_constraints(word, gain):
    keeping, breaking = [scored(0.0), scored(1.0)], [scored(99.0), scored(-gain)]
    found = contradicted(word, PREDICTS, keeping=keeping, breaking=breaking)
    if gain <= VERDICT_RULES.close:
        assert found == (word, PREDICTS)
        return
    assert found[0] is (Verdict.UNDECIDED if word is Verdict.LAW else word)
    assert found[1].kind is ReasonKind.CONSTRAINT_CONTRADICTED
    assert found[1].numbers[RIVAL] == 3  # behind those that keep them
    assert found[1].numbers["odds"] > 1e4


def test_nothing_speaks_against_constraints_where_none_are_broken_or_kept():
    for keeping, breaking in (([scored(0.0)], []), ([], [scored(0.0)])):
        found = contradicted(Verdict.LAW, PREDICTS, keeping=keeping, breaking=breaking)
        assert found == (Verdict.LAW, PREDICTS)


def test_a_reason_says_what_holds():
    own = known("increasing in x", "y(0) = 0")
    word, reason = with_findings(Verdict.LAW, PREDICTS, formula=LINE, known=own)
    assert word is Verdict.LAW
    assert str(reason).endswith(" Holds for x from 1 to 2: increasing in x. Holds: y(0) = 0.")


@pytest.mark.parametrize("word", list(Verdict))
def test_what_breaks_a_constraint_is_no_law(word):
    found, reason = with_findings(word, PREDICTS, formula=LINE, known=known("y >= 0", "y(0) = 1"))
    assert found is (Verdict.UNDECIDED if word is Verdict.LAW else word)
    assert reason.kind is ReasonKind.CONSTRAINT_BROKEN
    assert "Broken: y(0) = 1." in str(reason)


def test_without_constraints_nothing_changes():
    found = with_findings(Verdict.LAW, PREDICTS, formula=LINE, known=None)
    assert found == (Verdict.LAW, PREDICTS)
