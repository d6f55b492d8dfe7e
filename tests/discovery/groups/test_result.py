from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Noise, Reason, ReasonKind, Verdict
from nalm.discovery.groups._result import described, loss_and_r2
from tests.discovery._groups import LINE, fitted, grouped, saturation
from tests.discovery._laws import formula, problem, term

CONSTANTS = [(9.6, 3.13), (4.1, 3.13), (2.2, 3.13)]
ROWS = grouped(lambda x, v, k: v * x / (x + k), CONSTANTS)


def test_each_group_has_the_same_candidates_with_its_own_numbers():
    first = fitted(saturation(), CONSTANTS, ROWS, own=[True, False])
    fits = [first, fitted(LINE, [(1.0, 1.0)] * 3, ROWS)]
    reason = Reason(ReasonKind.SEARCH_STOPPED)
    found = described(
        fits, ROWS, verdict=Verdict.UNDECIDED, reason=reason, complete=False, seconds=2.5
    )
    assert len(found.discoveries) == 3
    for group, each in enumerate(found.discoveries):
        assert [c.complexity for c in each.candidates] == sorted(
            c.complexity for c in each.candidates
        )
        chosen = each.candidates[each.chosen]
        assert chosen.covariance.shape == (2, 2)
        assert chosen.r2 > 0.99
        assert (each.verdict, each.reason, each.seconds) == (Verdict.UNDECIDED, reason, 2.5)
        rows = {*each.inner_rows, *each.outer_rows}
        assert rows == set(np.flatnonzero(ROWS.group == group))
    assert found.chosen.numbers == pytest.approx(np.array(CONSTANTS), rel=0.03)
    assert found.chosen.own == (True, False)


def test_the_loss_of_a_group():
    data = problem([1.0, 2.0, 3.0], [1.0, 2.0, 6.0])
    loss, r2 = loss_and_r2(formula(term(1.0, (0, 1))), data)
    assert loss == pytest.approx(3.0)
    assert r2 == pytest.approx(1 - 9 / 14)


@pytest.mark.parametrize(("shift", "worse"), [(0, False), (50, True)])
def test_a_form_that_is_worse_than_the_mean_is_said_to_be(shift, worse):
    form = formula(term(1.0, (0, 1)), term(Fraction(shift)))
    found = described(
        [fitted(form, [(1.0,)] * 3, ROWS, noises=(Noise.CONSTANT,))],
        ROWS,
        verdict=Verdict.UNDECIDED,
        reason=Reason(ReasonKind.SEARCH_STOPPED),
        complete=False,
        seconds=2.5,
    )
    reason = found.discoveries[0].reason
    assert ("worse_r2" in reason.numbers) is worse
    assert ("worse than the mean" in str(reason)) is worse
