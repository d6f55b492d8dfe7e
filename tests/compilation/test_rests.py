import pytest
import torch
from torch._inductor.codegen.cpp import CppKernelProxy

from nalm.compilation import compile_graph, has_compiler, trace
from nalm.compilation._rests import METHOD, stored_apart
from tests._tiers import kept

RUNS, OUTPUTS, INPUTS = 2, 3, 10


@pytest.mark.thorough
@pytest.mark.compile
@pytest.mark.parametrize("batch", kept([9, 40, 100], 40))
def test_the_sums_of_a_rest_are_stored_over_nothing_else(batch):
    # Without `stored_apart` this overwrites sums and memory behind them: "double free".
    if not has_compiler(torch.device("cpu")):
        pytest.skip("there is no compiler")

    def function(x, weight):
        products = torch.cos(x.unsqueeze(2) * weight.unsqueeze(1))
        sums = torch.ops.prims.inductor_force_stride_order(
            products.sum(-1), (OUTPUTS * batch, 1, batch)
        )
        return products.cumsum(-1), sums

    example = [torch.randn(RUNS, INPUTS, batch).mT, torch.randn(RUNS, OUTPUTS, INPUTS)]
    program = compile_graph(trace(function, example), example, one_thread=True)
    torch.testing.assert_close(program(*example), function(*example))


def test_the_compiler_is_left_as_it_was_even_after_an_error():
    before = getattr(CppKernelProxy, METHOD)
    with pytest.raises(ZeroDivisionError), stored_apart():
        assert getattr(CppKernelProxy, METHOD) is not before
        raise ZeroDivisionError
    assert getattr(CppKernelProxy, METHOD) is before


def test_a_compiler_without_the_method_is_left_alone(monkeypatch):
    monkeypatch.delattr(CppKernelProxy, METHOD)
    with stored_apart():
        assert not hasattr(CppKernelProxy, METHOD)
