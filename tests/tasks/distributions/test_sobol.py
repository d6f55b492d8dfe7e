import numpy as np
import pytest
import torch
from scipy.stats import qmc

from nalm.errors import InvalidValueError
from nalm.tasks import PerInput, Range, Sobol, Source
from nalm.training._spec import numbers
from tests.tasks._distributions import assert_traces

RANDOM = np.random.RandomState(0)


@pytest.mark.parametrize("inputs", [1, 2, 100])
def test_a_set_is_scipys_sequence_without_its_first_point(inputs):
    expected = qmc.Sobol(inputs, scramble=False).random(2**10)[1:]
    found = Sobol(low=0, high=1).draw(RANDOM, (2**10 - 1, inputs))
    np.testing.assert_array_equal(found, expected)
    stretched = Sobol(low=-3, high=5).draw(RANDOM, (2**10 - 1, inputs))
    np.testing.assert_allclose(stretched, -3 + 8 * expected, rtol=1e-15)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_a_sample_stretches_its_points(dtype):
    points = torch.rand(1, 3, 7, dtype=dtype)
    x = Sobol(low=-2, high=6).sample(points)
    assert x.dtype == dtype
    torch.testing.assert_close(x, 8 * points[0] - 2)


def test_a_cohort_can_be_traced():
    assert_traces(Sobol(low=-1, high=2))


def test_it_names_its_source_and_its_numbers():
    assert Sobol(low=0, high=1).source is Source.SOBOL
    assert Range.interval(0, 1).source is Source.RANDOM
    assert numbers(Sobol(low=0, high=1)) == [0.0, 1.0]
    assert str(Sobol(low=-0.5, high=0)) == "Sobol[-0.5,0)"


def test_an_empty_interval_is_refused():
    with pytest.raises(InvalidValueError, match="low < high"):
        Sobol(low=1, high=1)


def test_it_cannot_be_a_part():
    with pytest.raises(InvalidValueError, match=r"independent numbers, found Sobol\[0,1\)"):
        PerInput(parts=(Range.interval(0, 1), Sobol(low=0, high=1)))
