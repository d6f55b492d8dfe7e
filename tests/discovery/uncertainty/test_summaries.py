import dataclasses

import numpy as np
import pytest

from nalm.discovery import Noise, Prior
from nalm.discovery.uncertainty._chains import Chains
from nalm.discovery.uncertainty._laplace import Laplace
from nalm.discovery.uncertainty._summaries import from_chains, from_student
from nalm.errors import UnreliableWarning
from tests.discovery._measured import LINE

IDENTITY = {
    "formula": LINE,
    "noise": Noise.CONSTANT,
    "prior": Prior.FLAT,
    "names": ("c1", "c2"),
    "exponent": (False, False),
}
FITTED = Laplace(mode=np.array([1.0, 2.0]), root=np.diag([0.1, 0.2]), degrees=10, squares=1.0)
RANDOM = np.random.default_rng(0)
DRAWS = RANDOM.standard_normal((4, 400, 2))


def student(share):
    flat = DRAWS.reshape(-1, 2)
    return from_student(
        IDENTITY, FITTED, matrix=np.zeros((2, 2)), draws=flat, sigma=flat[:, 0] ** 2, share=share
    )


def chains(draws):
    flat = draws.reshape(-1, 2)
    return from_chains(
        IDENTITY, Chains(draws=draws, acceptance=0.5), draws=flat, sigma=flat[:, 0] ** 2
    )


def test_a_t_distribution_is_summarised_by_its_own_moments():
    found = student(0.25)
    assert found.mean.tolist() == [1.0, 2.0]
    assert found.sd == pytest.approx(np.array([0.1, 0.2]) * np.sqrt(10 / 8))
    assert found.ess.tolist() == [400.0, 400.0]
    assert np.isnan(found.rhat).all()


def test_draws_that_are_worth_little_are_announced():
    with pytest.warns(UnreliableWarning, match="draws from it are worth 5.0% of as many"):
        student(0.05)


def test_chains_are_summarised_by_their_draws():
    found = chains(DRAWS)
    assert found.mean == pytest.approx(DRAWS.reshape(-1, 2).mean(axis=0))
    assert found.converged
    assert found.acceptance == 0.5
    assert dataclasses.asdict(found)["method"] == "sampling"


def test_chains_that_disagree_are_announced():
    with pytest.warns(UnreliableWarning, match="the chains have not converged: R̂ is up to"):
        chains(DRAWS + np.arange(4)[:, None, None])
