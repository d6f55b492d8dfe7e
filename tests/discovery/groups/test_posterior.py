import numpy as np
import pytest

from nalm.discovery import Reason, ReasonKind, Verdict
from nalm.discovery.estimator._uncertainty import Sampling
from nalm.discovery.groups import _posterior
from nalm.discovery.groups._new_group import with_group
from nalm.discovery.groups._posterior import posteriors_of_groups
from nalm.discovery.groups._result import described
from nalm.errors import InvalidValueError
from nalm.symbolic import parameters
from tests.discovery._groups import decay, fitted, grouped, saturation
from tests.discovery._laws import problem

LAWS = {
    "saturation": (lambda x, v, k: v * x / (x + k), saturation(), [(9.6, 3.1), (4.1, 3.1)]),
    "decay": (lambda x, a, k: a * np.exp(k * x), decay(), [(3.0, -0.5), (5.0, -0.5)]),
}
LAPLACE = Sampling(method="laplace", chains=128, draws=50, seed=0)
SAMPLING = Sampling(method="sampling", chains=32, draws=100, seed=0)


def posterior_of_group(found, problems, *, group, index, sampling):
    places = [index] * len(found.discoveries)
    [own] = posteriors_of_groups(found, problems, groups=[group], index=places, sampling=sampling)
    return own


@pytest.fixture(scope="module", params=LAWS)
def case(request):
    law, form, constants = LAWS[request.param]
    rows = grouped(law, constants)
    first = fitted(form, constants, rows, own=[True, False])
    reason = Reason(ReasonKind.PREDICTS, {"rows": 12, "error": 0.01})
    said = {"verdict": Verdict.LAW, "reason": reason, "complete": True, "seconds": 0.0}
    return described([first], rows, **said), list(rows.each)


@pytest.mark.parametrize("sampling", [LAPLACE, SAMPLING])
def test_it_agrees_with_the_fit_and_its_errors(case, sampling):
    found, problems = case
    for group, discovery in enumerate(found.discoveries):
        own = posterior_of_group(found, problems, group=group, index=0, sampling=sampling)
        [candidate] = discovery.candidates
        assert own.mean == pytest.approx(parameters(candidate.formula), rel=0.005)
        assert own.sd == pytest.approx(np.sqrt(np.diag(candidate.covariance)), rel=0.15)
        assert own.draws.shape[1] == len(own.names) == 2
        assert own.formula is candidate.formula


def test_a_shared_constant_has_the_same_draws_in_every_group(case):
    one, two = (
        posterior_of_group(*case, group=group, index=0, sampling=LAPLACE) for group in (0, 1)
    )
    assert np.array_equal(one.draws[:, 1], two.draws[:, 1])
    assert not np.array_equal(one.draws[:, 0], two.draws[:, 0])


def test_a_group_that_came_later_has_none(case):
    found, problems = case
    rows = problem(np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.5, 2.0]))
    more = with_group(found, rows, name="new")
    with pytest.raises(InvalidValueError, match=r"fitted afterwards.*Fit again"):
        posterior_of_group(more, [*problems, rows], group=2, index=0, sampling=LAPLACE)
    before = posterior_of_group(found, problems, group=0, index=0, sampling=LAPLACE)
    after = posterior_of_group(more, [*problems, rows], group=0, index=0, sampling=LAPLACE)
    assert np.array_equal(before.draws, after.draws)


def test_all_groups_are_drawn_at_once(case, monkeypatch):
    asked, draw = [], _posterior.posterior

    def drawn(*given, **options):
        asked.append(given)
        return draw(*given, **options)

    monkeypatch.setattr(_posterior, "posterior", drawn)
    both = posteriors_of_groups(*case, groups=[0, 1], index=[0, 0], sampling=LAPLACE)
    assert len(asked) == 1
    one = posterior_of_group(*case, group=1, index=0, sampling=LAPLACE)
    assert np.array_equal(both[1].draws, one.draws)
