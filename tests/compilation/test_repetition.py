"""A program that is called again and again does each time what it does when it is called once."""

import pytest
import torch

from nalm.compilation import compile_graph, has_compiler, repeated, trace
from nalm.compilation._direct import InPlace
from nalm.compilation._repetition import Repetition
from tests._tiers import thorough

CPU = torch.device("cpu")

pytestmark = [
    pytest.mark.compile,
    pytest.mark.skipif(not has_compiler(CPU), reason="there is no compiler"),
]


def loops(x, total):
    total.add_((x.exp() @ total).sigmoid() - total)


def library(x, total):
    total.copy_(((x @ x + total) @ x)[0].tanh())


def sorting(x, total):
    total.copy_(total + x.sort(dim=1).values[3])


def memory_of_the_library(x, total):
    total.copy_(torch.linalg.solve(x @ x.T + torch.eye(len(x)), total))


@pytest.fixture
def tensors():
    generator = torch.Generator().manual_seed(0)
    return [torch.rand(size, generator=generator) for size in ((64, 64), (64,))]


@pytest.mark.parametrize(
    ("function", "is_recorded"),
    [
        (loops, True),
        thorough(library, True),
        (sorting, False),
        thorough(memory_of_the_library, False),
    ],
)
def test_it_changes_its_tensors_at_every_call(tensors, function, is_recorded):
    x, total = tensors
    program = compile_graph(trace(function, tensors), tensors, one_thread=True)
    assert isinstance(program, InPlace)
    repetition = repeated(program, tensors)
    expected = total.clone()
    for _ in range(4):
        x.mul_(0.9)
        repetition()
        function(x, expected)
        torch.testing.assert_close(total, expected)
    assert isinstance(repetition, Repetition)
    assert (repetition._calls != [repetition._run]) == is_recorded


def test_a_program_may_be_a_plain_function():  # as in PyTorch 2.8
    known = {"cpp_fused_double": lambda x: x.mul_(2)}
    exec("def call(args):\n    cpp_fused_double(args[0])\n    args.clear()", known)
    x = torch.ones(1)
    repetition = Repetition(known["call"], [x])
    for _ in range(3):
        repetition()
    assert x == 8
    assert repetition._calls != [repetition._run]


def test_repetitions_of_one_program_are_apart(tensors):
    program = compile_graph(trace(loops, tensors), tensors, one_thread=True)
    groups = [[tensor + shift for tensor in tensors] for shift in (0, 1)]
    expected = [total.clone() for _, total in groups]
    repetitions = [repeated(program, group) for group in groups]
    for _ in range(3):
        for repetition, (x, _), total in zip(repetitions, groups, expected, strict=True):
            repetition()
            loops(x, total)
    for (_, total), wanted in zip(groups, expected, strict=True):
        torch.testing.assert_close(total, wanted)


def test_a_function_that_is_not_compiled_is_called(tensors):
    x, total = tensors
    expected = total.clone()
    repetition = repeated(loops, tensors)
    for _ in range(2):
        repetition()
        loops(x, expected)
    torch.testing.assert_close(total, expected)
