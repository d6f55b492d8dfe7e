import dataclasses

import numpy as np
import pytest

from nalm.discovery import posterior
from nalm.errors import UnknownNameError
from tests.discovery._measured import LINE, candidate, line_data


@pytest.fixture(scope="module")
def line():
    return posterior(candidate(LINE), line_data())


def test_the_summary_has_a_row_for_each_number_and_for_the_noise(line):
    table = line.summary()
    assert list(table.index) == ["c1", "c2", "sigma"]
    assert list(table.columns) == [
        "mean", "sd", "2.5%", "25%", "50%", "75%", "97.5%", "rhat", "ess",
    ]  # fmt: skip
    np.testing.assert_array_equal(table["mean"][:2], line.mean)
    assert table.loc["sigma", "mean"] == line.sigma.mean()
    assert table.loc["c2", "97.5%"] == line.quantiles[1, 4]


def test_a_parameter_is_found_by_its_name(line):
    assert line.index("c2") == 1
    with pytest.raises(UnknownNameError, match="one of c1, c2; found 'p1'"):
        line.index("p1")


def test_converged_needs_draws_that_agree(line):
    chains = dataclasses.replace(line, method="sampling", rhat=np.array([1.0, 1.005]))
    assert line.converged and chains.converged
    assert not dataclasses.replace(chains, rhat=np.array([1.0, 1.02])).converged
    assert not dataclasses.replace(chains, rhat=np.array([1.0, np.nan])).converged
    assert not dataclasses.replace(chains, ess=np.array([1e4, 300.0])).converged
