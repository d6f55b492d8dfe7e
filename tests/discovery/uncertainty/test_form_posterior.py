import numpy as np
import pytest

from nalm.discovery import Noise, laplace_posterior, sampled_posterior
from nalm.discovery.forms._asked import Asked
from nalm.discovery.forms._fit import fit_form
from nalm.discovery.forms._judgement import Rows, judged_form
from nalm.errors import InvalidValueError
from tests.discovery.forms._problems import X, decay, form, problem

NOISY = problem(decay, X, noise=0.05)


def candidate(text, *, bounds=None, noise=Noise.CONSTANT):
    asked = Asked(start={}, bounds=bounds or {})
    fit = fit_form(form(text), NOISY, noise=noise, asked=asked)
    rows = Rows.of_table(NOISY, NOISY.weight, found=None, seed=0)
    found = judged_form(fit, rows, noise=noise, found=None)
    return found.candidates[found.chosen]


@pytest.mark.parametrize("noise", [Noise.CONSTANT, Noise.RELATIVE])
def test_both_methods_agree(noise):
    law = candidate("a*exp(-b*x) + c", noise=noise)
    near = laplace_posterior(law, NOISY, seed=1)
    drawn = sampled_posterior(law, NOISY, chains=64, draws=100, seed=1)
    assert near.names == drawn.names == ("a", "b", "c")
    # Relative noise makes the density depend on f twice, which least squares leaves out.
    assert drawn.mean == pytest.approx(near.mean, abs=3 * near.sd.max())
    assert drawn.sd == pytest.approx(near.sd, rel=0.25)


def test_draws_are_the_constants_and_numbers_follow():
    found = laplace_posterior(candidate("a*exp(-b*x) + b^2"), NOISY, draws=400)
    assert found.draws.shape == (400, 2)
    assert np.allclose(found.numbers[:, 2], found.draws[:, 1] ** 2)


@pytest.mark.parametrize("method", [laplace_posterior, sampled_posterior])
def test_draws_stay_inside_bounds(method):
    law = candidate("a*exp(-b*x) + c", bounds={"b": (0.39, None)})
    assert (method(law, NOISY, draws=400).draws[:, 1] >= 0.39).all()


def test_what_is_not_determined_has_no_posterior():
    with pytest.raises(InvalidValueError, match="a, b are not"):
        laplace_posterior(candidate("a*b*x + c"), NOISY)
