"""Narrow products as loops: the same numbers, and only where they pay."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.training._contraction import NARROW, unroll_narrow_products

RUNS, BATCH = 3, 8
BMM = torch.ops.aten.bmm.default
SIZES = st.integers(1, 12)


def traced(left, right):
    example = [torch.rand(RUNS, *left), torch.rand(RUNS, *right)]
    graph = make_fx(torch.bmm, tracing_mode="fake")(*example)
    unroll_narrow_products(graph, batch=BATCH)
    graph.graph.lint()
    return graph, example


def products(graph):
    return sum(node.target is BMM for node in graph.graph.nodes)


@settings(deadline=None, max_examples=25)
@given(SIZES, SIZES, SIZES)
def test_the_product_is_the_same(rows, inner, columns):
    graph, example = traced((rows, inner), (inner, columns))
    assert torch.allclose(graph(*example), torch.bmm(*example), atol=1e-5)
    assert products(graph) == (min(rows, inner, columns) > NARROW)


@pytest.mark.parametrize(("rows", "innermost"), [(BATCH, True), (BATCH + 1, False)])
def test_a_batch_of_results_is_laid_out_innermost(rows, innermost):
    graph, example = traced((rows, 20), (20, 2))
    assert (graph(*example).stride()[1] == 1) is innermost
