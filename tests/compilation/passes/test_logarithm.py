"""The written-out logarithm is as exact as a library's, and compiles into the step."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.compilation.passes._logarithm import logarithm, write_out_logarithms


def units_in_the_last_place(x):
    """Return the error of each logarithm in units of the last place of the true one."""
    true = np.log(x.double().numpy())
    found = logarithm(x).double().numpy()
    return np.abs(found - true) / np.spacing(np.abs(true).astype(np.float32))


def numbers(first, last):
    """Return the single-precision numbers with these bits, or a million of them."""
    step = max((last - first) // 1_000_000, 1)
    return torch.arange(first, last, step, dtype=torch.int32).view(torch.float32)


@pytest.mark.parametrize(
    "x",
    [
        numbers(0x3F000000, 0x3F800000),  # from ½ to 1
        numbers(0x3F800001, 0x40000000),  # from there to 2
        numbers(0x00800000, 0x3F000000),
        numbers(0x40000000, 0x7F800000),
        numbers(1, 0x00800000),  # below the smallest normal number
    ],
    ids=["half", "one", "small", "large", "subnormal"],
)
def test_it_is_within_a_unit_in_the_last_place(x):
    assert units_in_the_last_place(x).max() < 0.9


def test_what_has_no_logarithm():
    x = torch.tensor([0.0, -0.0, 1.0, torch.inf, -1.0, -torch.inf, torch.nan, -1e-40])
    torch.testing.assert_close(logarithm(x), x.log(), equal_nan=True, rtol=0, atol=0)


@given(st.floats(2.0**-100, 2.0**100, width=32), st.floats(1.125, 100, width=32))
def test_it_grows(x, factor):
    smaller, larger = logarithm(torch.tensor([x, x * factor]))
    assert smaller < larger


def test_it_replaces_single_precision_only():
    def function(x, y):
        return x.log() + 1, y.log()

    inputs = torch.rand(3, 4) + 0.1, torch.rand(3, dtype=torch.float64) + 0.1
    graph = make_fx(function, tracing_mode="fake")(*inputs)
    write_out_logarithms(graph)
    left = [node for node in graph.graph.nodes if node.target is torch.ops.aten.log.default]
    assert [node.meta["val"].dtype for node in left] == [torch.float64]
    torch.testing.assert_close(graph(*inputs), function(*inputs))
