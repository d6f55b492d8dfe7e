import numpy as np
import pytest

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.discovery.groups._new_group import misfit, with_group
from nalm.discovery.groups._result import described
from nalm.errors import InvalidValueError
from nalm.symbolic import parameters
from tests.discovery._groups import LINE, fitted, grouped, saturation
from tests.discovery._laws import problem

CONSTANTS = [(9.6, 3.13), (4.1, 3.13), (2.2, 3.13)]


@pytest.fixture(scope="module")
def found():
    rows = grouped(lambda x, v, k: v * x / (x + k), CONSTANTS)
    first = fitted(saturation(), CONSTANTS, rows, own=[True, False])
    fits = [first, fitted(LINE, [(1.0, 1.0)] * 3, rows)]
    reason = Reason(ReasonKind.PREDICTS, {"rows": 18, "error": 0.01})
    return described(fits, rows, verdict=Verdict.LAW, reason=reason, complete=True, seconds=0.0)


def new(top, x, noise=0.0):
    x = np.asarray(x, dtype=float)
    errors = np.random.default_rng(1).standard_normal(len(x))
    return problem(x, top * x / (x + 3.13) * (1 + noise * errors))


def chosen(found, group):
    return found.discoveries[group].candidates[found.discoveries[group].chosen]


def test_shared_constants_stay_and_the_others_are_fitted(found):
    more = with_group(found, new(50.0, [1.0, 2.0, 4.0]), name="new")
    top, half = parameters(chosen(more, 3).formula)
    assert half == parameters(chosen(found, 0).formula)[1]
    assert top == pytest.approx(50.0, rel=0.01)
    assert len(more.discoveries[3].candidates) == len(more.discoveries[0].candidates)


def test_the_errors_of_shared_constants_are_carried_on(found):
    """A group measured at one place knows v / (x + k) well, and so v no better than k."""
    many = new(50.0, np.full(4000, 2.0) + np.linspace(0, 1e-3, 4000), noise=0.01)
    fitted_one = chosen(with_group(found, many, name="new"), 3)
    (top, half), covariance = parameters(fitted_one.formula), fitted_one.covariance
    slope = top / (2.0 + half)
    assert np.sqrt(covariance[0, 0]) == pytest.approx(slope * np.sqrt(covariance[1, 1]), rel=0.05)
    assert covariance[0, 1] == pytest.approx(slope * covariance[1, 1], rel=0.01)


def test_too_few_rows_are_refused(found):
    with pytest.raises(InvalidValueError, match="'new' must have 1 distinct rows or more"):
        with_group(found, problem(np.empty((0, 1)), []), name="new")


def test_a_group_that_does_not_follow_is_noticed(found):
    one = chosen(with_group(found, new(5.0, np.linspace(1, 4, 9), noise=0.01), name="new"), 3)
    right = misfit(one, new(5.0, np.linspace(1, 4, 9), noise=0.01), constants=1)
    wrong = misfit(one, new(5.0, np.linspace(1, 4, 9), noise=0.2), constants=1)
    assert right[0] < 3 < wrong[0]
    assert right[1] == 8
