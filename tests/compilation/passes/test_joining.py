"""Joins with the batch innermost: the same numbers, in another order of memory."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.compilation.passes._joining import join_with_batch_innermost
from tests._tiers import examples

RUNS, BATCH = 3, 16


def traced(join, *shapes, dim):
    def joined(*parts):
        return join(parts, dim)

    example = [torch.rand(RUNS, BATCH, *shape) for shape in shapes]
    graph = make_fx(joined, tracing_mode="fake")(*example)
    join_with_batch_innermost(graph, batch=BATCH)
    graph.graph.lint()
    return graph(*example), joined(*example)


@examples(25)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=4), st.sampled_from([-1, 2]))
def test_columns_are_joined_with_the_batch_innermost(widths, dim):
    found, expected = traced(torch.cat, *((width,) for width in widths), dim=dim)
    assert torch.equal(found, expected)
    assert found.movedim(1, -1).is_contiguous()


@pytest.mark.parametrize("dim", [-1, -2, 2, 3])
def test_columns_are_stacked_with_the_batch_innermost(dim):
    found, expected = traced(torch.stack, (5,), (5,), dim=dim)
    assert torch.equal(found, expected)
    assert found.movedim(1, -1).is_contiguous()


def test_matrices_are_joined_along_either_dimension():
    for dim in (2, 3):
        shapes = [(2, 4), (3, 4)] if dim == 2 else [(2, 4), (2, 3)]
        found, expected = traced(torch.cat, *shapes, dim=dim)
        assert torch.equal(found, expected)
        assert found.movedim(1, -1).is_contiguous()


@pytest.mark.parametrize("dim", [0, 1, -3])
def test_other_joins_are_left(dim):
    found, expected = traced(torch.cat, (4,), (4,), dim=dim)
    assert torch.equal(found, expected)
    assert found.is_contiguous()


def test_what_is_no_batch_is_left():
    graph = make_fx(lambda x: torch.cat([x, x], -1), tracing_mode="fake")(torch.rand(2, 5, 3))
    before = graph.code
    join_with_batch_innermost(graph, batch=BATCH)
    assert graph.code == before


def test_a_join_may_hold_another_join_and_a_part_twice():
    def nested(x):
        inner = torch.cat([x, x], -1)
        return torch.stack([inner, inner], -1)

    x = torch.rand(RUNS, BATCH, 2)
    graph = make_fx(nested, tracing_mode="fake")(x)
    join_with_batch_innermost(graph, batch=BATCH)
    assert torch.equal(graph(x), nested(x))
