import math

import pytest
import torch

from nalm.units._base._initialisation import (
    fill_normal_,
    fill_uniform_,
    nac_bound,
    nau_bound,
    xavier_bound,
)


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        ((100, 2), 0.50390),
        ((100, 1), 0.50659),
        ((50, 2), 0.73328),
        ((10, 2), 2.07425),
        ((10, 1), 2.26047),
        ((2, 1), 9.4714),
        ((1, 1), 9.4714),
        ((3, 2), 9.4714),
    ],
)
def test_bound_of_the_nac(sizes, expected):
    assert nac_bound(*sizes) == pytest.approx(expected, rel=2e-5)


def test_nac_bound_gives_the_variance():
    r = nac_bound(10, 2)
    draws = torch.empty(2, 400_000).uniform_(-r, r, generator=torch.Generator().manual_seed(0))
    variance = (torch.tanh(draws[0]) * torch.sigmoid(draws[1])).var().item()
    assert variance == pytest.approx(2 / 12, rel=1e-2)


def test_glorot_and_its_clipped_form():
    assert xavier_bound(2, 1) == pytest.approx(math.sqrt(2))
    assert nau_bound(2, 1) == nau_bound(10, 1) == 0.5
    assert nau_bound(100, 2) == pytest.approx(math.sqrt(6 / 102))


def test_fill_works_without_storage():
    parameter = torch.empty(2, 3, device="meta")
    fill_uniform_(parameter, torch.Generator(), low=0.0, high=1.0)
    fill_normal_(parameter, None, mean=0.0, deviation=1.0)


def test_fill_keeps_the_interval_and_the_moments():
    parameter, generator = torch.empty(10_000), torch.Generator().manual_seed(0)
    fill_uniform_(parameter, generator, low=-2.0, high=3.0)
    assert -2 <= parameter.min() < -1.99
    assert 2.99 < parameter.max() <= 3
    fill_normal_(parameter, generator, mean=0.88, deviation=0.2)
    assert parameter.mean().item() == pytest.approx(0.88, abs=0.01)
    assert parameter.std().item() == pytest.approx(0.2, abs=0.01)
