import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr, ndtri

from nalm.tasks._distributions._quantile import lower_quantile

TOLERANCE = {torch.float32: 1e-6, torch.float64: 1e-14}


@pytest.mark.parametrize("dtype", TOLERANCE)
@given(exponent=st.floats(-37, 0))
def test_it_is_the_quantile_of_the_normal_distribution(dtype, exponent):
    p = torch.tensor(0.5 * 10.0**exponent, dtype=dtype)
    found = lower_quantile(p)
    assert found.dtype == dtype
    expected = ndtri(float(p))
    assert float(found) == pytest.approx(expected, rel=TOLERANCE[dtype], abs=1e-7)


def test_it_goes_on_where_one_approximation_ends():
    edges = ndtr(ndtri([0.075, np.exp(-25.0)]))
    around = torch.tensor([[p * (1 - 1e-6), p, p * (1 + 1e-6)] for p in edges]).float()
    values = lower_quantile(around).double()
    assert torch.allclose(values, torch.tensor(ndtri(around.double().numpy())), rtol=1e-6)


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_its_ends(dtype):
    assert lower_quantile(torch.tensor([0.0, 0.5], dtype=dtype)).tolist() == [-np.inf, 0.0]
