"""Initial values: who is drawn, and from what."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from nalm.errors import InvalidValueError
from nalm.networks import Constant, GlorotUniform, Initial, Normal, Uniform


def filled(draw, shape=(40, 60)):
    torch.manual_seed(0)
    tensor = torch.full(shape, 99.0)
    draw.fill_(tensor)
    return tensor


@given(st.floats(-5, 5), st.floats(0.1, 5))
def test_uniform_values_fill_their_interval(low, width):
    values = filled(Uniform(low=low, high=low + width))
    assert low - 1e-6 <= values.min() <= low + 0.05 * width
    assert low + 0.95 * width <= values.max() <= low + width + 1e-6


def test_normal_values_have_their_moments():
    values = filled(Normal(mean=-1.0, deviation=0.1))
    assert values.mean().item() == pytest.approx(-1.0, abs=0.01)
    assert values.std().item() == pytest.approx(0.1, rel=0.05)


@pytest.mark.parametrize(("shape", "sizes"), [((40, 60), 100), ((7,), 8)])
def test_glorot_s_bound(shape, sizes):
    bound = 0.2 * math.sqrt(6 / sizes)
    values = filled(GlorotUniform(gain=0.2), shape)
    assert 0.5 * bound < values.abs().max() <= bound


def test_only_matching_parameters_are_drawn():
    network = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    before = network[0].weight.clone()
    Initial(parameters="*.bias", draw=Constant(value=3.0)).apply_(network)
    Initial(parameters="1.weight", draw=Constant(value=4.0)).apply_(network)
    assert torch.equal(network[0].weight, before)
    assert (network[0].bias == 3).all() and (network[1].bias == 3).all()
    assert (network[1].weight == 4).all()


def test_a_pattern_without_a_match_is_an_error():
    with pytest.raises(InvalidValueError, match=r"expected a pattern that matches.*'gate'"):
        Initial(parameters="gate", draw=Constant(value=1.0)).apply_(nn.Linear(2, 1))
