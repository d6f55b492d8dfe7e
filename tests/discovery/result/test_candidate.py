from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from nalm.discovery import Verdict
from nalm.discovery.result._candidate import rewritten
from nalm.symbolic import parameters
from tests.discovery._discoveries import candidate, constant, discovery, power_law


def test_the_verdict_is_one_of_three():
    assert [each.value for each in Verdict] == ["law", "approximation", "undecided"]


def test_what_was_found_does_not_change():
    with pytest.raises(FrozenInstanceError):
        candidate(constant(1)).loss = 0.0
    with pytest.raises(FrozenInstanceError):
        discovery(constant(1)).chosen = 1


def test_a_covariance_is_of_the_numbers_that_it_was_fitted_with():
    law = candidate(power_law(2.0, {0: 1.5}))
    same = rewritten(law, power_law(2.0, {0: 1.5}))
    assert np.array_equal(same.covariance, law.covariance)
    for other in (power_law(2.0, {0: 1}), power_law(3.0, {0: 1.5}), constant(2.0)):
        made = rewritten(law, other)
        assert made.formula == other
        count = len(parameters(other))
        assert made.covariance.shape == (count, count)
        assert np.isnan(made.covariance).all()
