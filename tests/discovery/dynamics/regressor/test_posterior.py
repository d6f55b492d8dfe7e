import numpy as np
import pytest

from nalm.discovery import Noise, bands
from nalm.discovery.dynamics.regressor._posterior import posteriors
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.systems._system import System, independent
from nalm.discovery.estimator._uncertainty import Sampling
from nalm.errors import InvalidValueError
from nalm.symbolic import Sum
from tests.discovery.dynamics._fitted import hare_and_lynx, put_together
from tests.discovery.dynamics._trajectories import DECAY, ONE, PREDATOR, PREY, term
from tests.discovery.dynamics.systems.test_shooting_density import DECLINE, exact
from tests.discovery.dynamics.systems.test_shooting_density import T as TIMES

LAW = hare_and_lynx()
ONE_STATE = FitSpecification(names=("x",), groups=(), time=False, relative=(False,))


def decay(states=DECLINE, **specification):
    return put_together(
        independent((DECAY,)),
        [[DECAY]],
        specification=FitSpecification(**{**vars(ONE_STATE), **specification}),
        covariance=np.eye(1),
        t=TIMES[: len(states)],
        states=states,
    )


def test_both_methods_find_the_posterior_of_a_decay():
    rates = np.linspace(0.2, 1.0, 2000)
    density = np.exp(exact(rates) - exact(rates).max())
    share = np.cumsum(density) / density.sum()
    expected = -np.interp([0.975, 0.75, 0.5, 0.25, 0.025], share, rates)
    laplace, sampling = (decay().posterior(method=m) for m in ("laplace", "sampling"))
    spread = (expected[-1] - expected[0]) / 4
    assert sampling.quantiles[0] == pytest.approx(expected, abs=0.05 * spread)
    assert laplace.quantiles[0] == pytest.approx(expected, abs=0.5 * spread)  # it is not bent
    assert sampling.converged
    assert sampling.acceptance > 0.8
    assert laplace.names == sampling.names == ("c1",)
    assert (laplace.noise, laplace.rate) == (Noise.CONSTANT, True)


def test_the_noise_is_that_of_the_measurements():
    for method in ("laplace", "sampling"):
        sigma = decay().posterior(method=method).sigma
        best = DECLINE[:, 0] - 4.0 * np.exp(-0.5 * TIMES)
        assert np.median(sigma) == pytest.approx(best.std(), rel=0.2)
        # A scaled inverse χ² of about 12 degrees of freedom.
        assert np.quantile(sigma, 0.9) / np.quantile(sigma, 0.1) == pytest.approx(1.72, rel=0.1)


def test_an_exponent_that_was_measured_is_not_confused_with_its_coefficient():
    t = np.linspace(0.0, 3.0, 60)
    y = (4.0 - 0.5 * t) ** 2 + 0.02 * np.random.default_rng(0).standard_normal(60)
    root = Sum((term(-1.0, (0, 0.5)),))
    law = put_together(
        independent((root,)), [[root]], specification=ONE_STATE, covariance=np.eye(2), t=t,
        states=y[:, None],
    )  # fmt: skip
    for method in ("laplace", "sampling"):
        found = law.posterior(method=method, chains=16)
        assert found.names == ("c1", "p1[x]")
        assert abs(found.mean[1] - 0.5) < 4 * found.sd[1] < 0.2
        band = bands(found, np.array([[9.0]]), level=0.99)
        assert band.mean_lower[0] < -3.0 < band.mean_upper[0]
        assert band.mean_upper[0] - band.mean_lower[0] < 0.2
        assert band.prediction_lower[0] == band.mean_lower[0]


def test_all_states_have_draws_that_belong_together():
    both = LAW.posterior(chains=4, draws=50)
    assert [each.names for each in both] == [("c1", "c2"), ("c1", "c2")]
    assert [each.formula for each in both] == [PREY, PREDATOR]
    for output, name in enumerate(("hare", "lynx")):
        alone = LAW.posterior(output=name, chains=4, draws=50)
        assert np.array_equal(alone.draws, both[output].draws)
    assert (np.abs(both[0].mean - [1.5, -1.0]) < 4 * both[0].sd).all()
    assert (np.abs(both[1].mean - [1.0, -3.0]) < 4 * both[1].sd).all()


def test_what_two_equations_share_has_one_posterior():
    flow = Sum((term(0.5, (0, ONE)),))
    t = np.linspace(0.0, 3.0, 30)
    out = 4.0 * np.exp(-0.5 * t)
    states = np.column_stack([out, 5.0 - out])
    states += 0.05 * np.random.default_rng(0).standard_normal(states.shape)
    law = put_together(
        System(terms=(flow,), balance=np.array([[-1.0], [1.0]]), columns=(0, 1)),
        [[Sum((term(-0.5, (0, ONE)),))], [flow]],
        specification=FitSpecification(
            names=("a", "b"), groups=((0, 1),), time=False, relative=(False, False)
        ),
        covariance=np.eye(1), t=t, states=states,
    )  # fmt: skip
    for method in ("laplace", "sampling"):
        leaving, entering = law.posterior(method=method, chains=16, draws=50)
        assert np.array_equal(leaving.draws, -entering.draws)
        assert not np.array_equal(leaving.sigma, entering.sigma)


@pytest.mark.filterwarnings("ignore::nalm.errors.UnreliableWarning")
def test_another_candidate_is_fitted_with_the_other_states():
    found = LAW.posterior(0, "hare")
    assert found.names == ("c1",)
    assert found.formula == LAW.discoveries_[0].candidates[0].formula
    assert found.mean[0] != 0.5


def test_exact_numbers_leave_only_the_noise_open():
    exactly = Sum((term(-ONE / 2, (0, ONE)),))
    law = put_together(
        independent((exactly,)), [[exactly]], specification=ONE_STATE, covariance=np.zeros((0, 0)),
        t=TIMES, states=DECLINE,
    )  # fmt: skip
    for method in ("laplace", "sampling"):
        assert law.posterior(method=method, chains=8).summary().index.tolist() == ["sigma"]


def test_noise_that_grows_with_the_state_is_relative():
    positive = np.exp(np.log(4.0) - 0.5 * TIMES + 0.1 * np.random.default_rng(0).normal(size=14))
    found = decay(positive[:, None], relative=(True,)).posterior()
    assert found.noise is Noise.RELATIVE
    assert np.median(found.sigma) == pytest.approx(0.1, rel=0.5)
    slope, _ = np.polyfit(TIMES, np.log(positive), 1)
    assert found.mean[0] == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize(
    ("change", "message"),
    [({"method": "mcmc"}, "method should be"), ({"draws": 3}, "draws should"),
     ({"chains": 0}, "chains should")],
)  # fmt: skip
def test_wrong_requests_are_refused(change, message):
    sampling = Sampling(**{"method": "laplace", "chains": 2, "draws": 8, "seed": 0, **change})
    with pytest.raises(InvalidValueError, match=message):
        posteriors(
            LAW.system_,
            LAW._trajectories,
            specification=LAW._specification,
            outputs=[0],
            sampling=sampling,
        )


def test_numbers_that_do_the_same_are_refused():
    twice = Sum((term(-0.3, (0, ONE)), term(-0.2, (0, ONE))))
    law = put_together(
        independent((twice,)), [[twice]], specification=ONE_STATE, covariance=np.eye(2), t=TIMES,
        states=DECLINE,
    )  # fmt: skip
    with pytest.raises(InvalidValueError, match="should be determined by the data"):
        law.posterior()


def test_the_seed_decides():
    first, again, other = (LAW.posterior(output=0, draws=8, seed=s).draws for s in (0, 0, 1))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
