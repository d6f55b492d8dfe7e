import numpy as np
import pytest
import torch
from torch.func import vmap
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.errors import UnknownNameError
from nalm.tasks._data._tables import add_table, drawn_rows, gather, table

NUMBERS = np.arange(12, dtype=np.uint8).reshape(4, 3)
add_table("test numbers", lambda: NUMBERS, columns=3)


def test_rows_are_gathered_for_an_index_of_any_shape():
    index = torch.tensor([[3, 0], [1, 1]])
    assert gather("test numbers", index).tolist() == NUMBERS[index.numpy()].tolist()
    assert gather("test numbers", index.T).is_contiguous()
    assert gather("test numbers", torch.tensor(2)).tolist() == [6.0, 7.0, 8.0]


@pytest.mark.parametrize("dimension", [0, 1])
def test_it_works_under_vmap(dimension):
    index = torch.tensor([[3, 0, 2], [1, 1, 0]])
    each = vmap(lambda row: gather("test numbers", row), dimension)(index)
    assert torch.equal(each, gather("test numbers", index.movedim(dimension, 0)))


def test_a_traced_program_holds_no_data():
    index = torch.tensor([0, 2])
    graph = make_fx(lambda i: gather("test numbers", i), tracing_mode="fake")(index)
    assert not list(graph.buffers())
    assert not any(node.op == "get_attr" for node in graph.graph.nodes)
    assert torch.equal(graph(torch.tensor([1, 3])), gather("test numbers", torch.tensor([1, 3])))


def test_a_table_is_loaded_when_it_is_needed_and_once():
    calls = []
    add_table("test calls", lambda: calls.append(1) or NUMBERS, columns=3)
    assert calls == []
    assert table("test calls") is table("test calls")
    gather("test calls", torch.tensor([0]))
    assert calls == [1]


def test_an_unknown_table_is_refused():
    with pytest.raises(UnknownNameError, match="test numbers"):
        table("unheard of")


def test_every_row_is_drawn_as_often_and_none_beyond_the_last():
    rows = drawn_rows(torch.arange(12) / 12, 4)
    assert rows.tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert drawn_rows(torch.tensor([1.0]), 4).tolist() == [3]
