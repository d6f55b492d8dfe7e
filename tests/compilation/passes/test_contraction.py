"""Narrow products as loops: the same numbers, and only where they pay."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.compilation.passes import _layout
from nalm.compilation.passes._contraction import NARROW, SMALL, unroll_narrow_products
from tests._tiers import examples

RUNS, BATCH = 3, 16
BMM = torch.ops.aten.bmm.default
SIZES = st.integers(1, 12) | st.just(BATCH)


def traced(left, right):
    example = [torch.rand(RUNS, *left), torch.rand(RUNS, *right)]
    graph = make_fx(torch.bmm, tracing_mode="fake")(*example)
    unroll_narrow_products(graph, batch=BATCH)
    graph.graph.lint()
    return graph, example


def sums(graph):
    return sum(node.target is torch.ops.aten.sum.dim_IntList for node in graph.graph.nodes)


def products(graph):
    return sum(node.target is BMM for node in graph.graph.nodes)


@examples(25)
@given(SIZES, SIZES, SIZES)
def test_the_product_is_the_same(rows, inner, columns):
    graph, example = traced((rows, inner), (inner, columns))
    assert torch.allclose(graph(*example), torch.bmm(*example), atol=1e-5)
    assert products(graph) == 0  # narrow or small, all of them


@pytest.mark.parametrize(
    ("rows", "inner", "columns", "loops"),
    [
        (BATCH, 1000, NARROW, True),
        (BATCH, 1000, BATCH, False),
        (BATCH, SMALL // BATCH**2, BATCH, True),
        (BATCH, SMALL // BATCH**2 + 1, BATCH, False),
    ],
)
def test_large_products_are_left_to_the_library(rows, inner, columns, loops):
    graph, _ = traced((rows, inner), (inner, columns))
    assert products(graph) == (not loops)


@pytest.mark.parametrize(
    ("rows", "inner", "columns", "count"),
    [
        (BATCH, 50, 3, 3),  # of each output, over the inputs
        (4, BATCH, 50, 4),  # of each weight, over the batch
        (50, BATCH, 4, 4),
        (BATCH, 3, 50, 1),  # few numbers in each
        (BATCH, BATCH, NARROW + 1, 1),  # too many for registers
        (3, 50, 5, 1),  # not of a batch
    ],
)
def test_sums_with_a_batch_are_apart_if_they_are_few(rows, inner, columns, count):
    graph, example = traced((rows, inner), (inner, columns))
    assert sums(graph) == count
    assert torch.allclose(graph(*example), torch.bmm(*example), atol=1e-5)


@pytest.mark.parametrize(("rows", "innermost"), [(BATCH, True), (BATCH + 1, False)])
def test_a_batch_of_results_is_laid_out_innermost(rows, innermost):
    graph, example = traced((rows, 20), (20, 2))
    assert (graph(*example).stride()[1] == 1) is innermost


def test_an_operand_is_stored_with_the_batch_innermost():
    def weight_gradient(x, y):
        return torch.bmm((2 * x).transpose(1, 2), y)

    example = [torch.rand(RUNS, BATCH, 2), torch.rand(RUNS, BATCH, 5)]
    graph = make_fx(weight_gradient, tracing_mode="fake")(*example)
    unroll_narrow_products(graph, batch=BATCH)
    graph.graph.lint()
    (doubled,) = [n for n in graph.graph.nodes if n.target is torch.ops.aten.mul.Tensor][:1]
    (user,) = doubled.users
    assert _layout.is_stored(user)
    assert torch.allclose(graph(*example), weight_gradient(*example))
