import shutil

import pytest
import torch

from nalm.compilation import compile_graph, has_compiler, trace
from nalm.errors import CompilationError
from tests._tiers import thorough

CPU = torch.device("cpu")


def work(x, total):
    y = torch.sin(x) * 3 + 2**0.5
    total.add_(y.sum())
    return y


@pytest.mark.compile
@pytest.mark.parametrize("one_thread", [True, thorough(False)])
@pytest.mark.parametrize("dtype", [torch.float32, thorough(torch.float64)], ids=str)
def test_compiled_equals_eager(dtype, one_thread):
    if not has_compiler(CPU):
        pytest.skip("there is no compiler")
    x, total = torch.linspace(0, 1, 7, dtype=dtype), torch.zeros((), dtype=dtype)
    program = compile_graph(trace(work, [x, total]), [x, total], one_thread=one_thread)
    assert total.item() == 0  # tracing and compiling change nothing
    expected = torch.zeros((), dtype=dtype)
    for values in (x, x + 1):
        torch.testing.assert_close(program(values, total), work(values, expected))
        torch.testing.assert_close(total, expected)


def test_a_graph_computes_what_was_traced():
    example = [torch.rand(3), torch.zeros(())]
    graph = trace(work, example)
    x, found, expected = torch.rand(3), torch.zeros(()), torch.zeros(())
    assert torch.equal(graph(x, found), work(x, expected))
    assert found == expected


@pytest.mark.compile
def test_tensors_that_a_function_brings_along_become_constants():
    data = torch.arange(6.0).reshape(3, 2)

    def look_up(index):
        return data[index]

    example = [torch.tensor([0, 2])]
    graph = trace(look_up, example)
    assert torch.equal(graph(torch.tensor([1, 1])), data[[1, 1]])
    if has_compiler(CPU):
        program = compile_graph(graph, example, one_thread=True)
        assert torch.equal(program(torch.tensor([2, 1])), data[[2, 1]])


@pytest.mark.parametrize(
    ("dtypes", "precision"),
    [
        ([torch.float64], torch.float64),
        ([torch.float32], torch.float32),
        ([torch.float32, torch.float64], torch.float64),
        ([torch.int64], torch.float32),
    ],
)
def test_numbers_are_traced_in_the_precision_of_the_tensors(dtypes, precision):
    seen = []

    def function(*tensors):
        seen.append(torch.get_default_dtype())
        return tensors[0] + 1

    before = torch.get_default_dtype()
    trace(function, [torch.ones(2, dtype=dtype) for dtype in dtypes])
    assert set(seen) == {precision}
    assert torch.get_default_dtype() == before


def test_tracing_leaves_the_default_precision_alone_where_it_fails():
    def broken(x):
        raise ValueError("broken")

    before = torch.get_default_dtype()
    with pytest.raises(ValueError, match="broken"):
        trace(broken, [torch.ones(2, dtype=torch.float64)])
    assert torch.get_default_dtype() == before


def test_a_missing_compiler_is_said_with_what_to_do(monkeypatch):
    import torch._inductor.compile_fx as inductor

    def missing(*_, **__):
        raise RuntimeError("no working C++ compiler")

    monkeypatch.setattr(inductor, "compile_fx", missing)
    graph = trace(lambda x: x + 1, [torch.ones(2)])
    with pytest.raises(CompilationError) as caught:
        compile_graph(graph, [torch.ones(2)], one_thread=True)
    assert "no working C++ compiler" in str(caught.value)
    assert "compile=False" in str(caught.value)
    assert "install a C++ compiler" in str(caught.value)
    assert isinstance(caught.value.__cause__, RuntimeError)


@pytest.mark.parametrize(
    ("present", "found"), [({"g++"}, True), ({"clang++"}, True), (set(), False)]
)
def test_a_cpu_needs_any_of_two_compilers_and_other_devices_none(monkeypatch, present, found):
    monkeypatch.setattr(shutil, "which", lambda name: name if name in present else None)
    assert has_compiler(CPU) == found
    assert has_compiler(torch.device("cuda"))
