"""What PyTorch puts around a program is left away where nothing of it is needed."""

import pytest
import torch

from nalm.compilation import compile_graph, has_compiler, trace
from nalm.compilation._direct import Inner
from tests._tiers import thorough

CPU = torch.device("cpu")

pytestmark = [
    pytest.mark.compile,
    pytest.mark.skipif(not has_compiler(CPU), reason="there is no compiler"),
]


def in_place(x, total):
    total.add_(x.sum())


def one(x, total):
    total.add_(x.sum())
    return x * 2


def two(x, total):
    return x * 2, total + 1


def itself(x, total):
    return x


@pytest.fixture
def directly(monkeypatch):
    """Tell of each program whether it is called directly."""
    found, direct = [], Inner.direct

    def told(inner, example):
        program = direct(inner, example)
        found.append(program is not None)
        return program

    monkeypatch.setattr(Inner, "direct", told)
    return found


@pytest.mark.parametrize(
    ("function", "expected"),
    [(in_place, True), thorough(one, True), (two, False), thorough(itself, False)],
)
def test_it_returns_and_changes_what_the_function_does(directly, function, expected):
    x, total = torch.arange(5.0), torch.zeros(())
    program = compile_graph(trace(function, [x, total]), [x, total], one_thread=True)
    assert directly == [expected]
    for values in (x, x + 1):
        again = total.clone()
        torch.testing.assert_close(program(values, total), function(values, again))
        torch.testing.assert_close(total, again)


def test_a_tensor_that_is_given_twice_is_read_twice(directly):
    x = torch.arange(5.0)
    program = compile_graph(trace(lambda a, b: a + b, [x, x.clone()]), [x, x], one_thread=True)
    torch.testing.assert_close(program(x, x + 1), 2 * x + 1)


def test_a_pytorch_without_the_inner_program_is_called_as_it_wants():
    graph = trace(in_place, [torch.ones(2), torch.zeros(())])
    inner = Inner(lambda *_, **__: object(), graph)
    inner(graph)
    assert inner.direct([torch.ones(2), torch.zeros(())]) is None
