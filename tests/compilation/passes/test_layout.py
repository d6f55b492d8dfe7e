import pytest
import torch

from nalm.compilation import trace
from nalm.compilation.passes import _layout
from nalm.training._running._stepper import _flatten
from nalm.training._steps._step import training_step
from tests.training._cohorts import cohort
from tests.training._runs import REAL_NPU, runs

RUNS, BATCH = 3, 8


def traced(function, *shapes):
    example = [torch.rand(shape) + 0.5 for shape in shapes]
    return trace(function, example), example


def kept(graph):
    """List the operations whose results the pass stores."""
    nodes = [node for node in graph.graph.nodes if _layout.is_stored(node)]
    return [node.args[0].target for node in nodes]


def twice(x):
    y = torch.log(x)
    return y + 1, y * 2


@pytest.mark.parametrize(
    ("function", "shape", "expected"),
    [
        (twice, (RUNS, BATCH, 2), [torch.ops.aten.log.default]),
        (lambda x: torch.log(x) + 1, (RUNS, BATCH, 2), []),  # used once
        (lambda x: torch.log(x) + 1, (RUNS,), [torch.ops.aten.log.default]),  # small
        (lambda x: torch.erfc(x) + 1, (RUNS,), [torch.ops.aten.erfc.default]),
        (lambda x: (x + 1) * (x + 1), (RUNS, BATCH, 2), []),  # cheap
        (lambda x: x.prod(-1), (RUNS, BATCH, 2, 4), [torch.ops.aten.prod.dim_int]),
        (lambda x: x.sum(-1, keepdim=True), (RUNS, BATCH, 2, 4), [torch.ops.aten.sum.dim_IntList]),
        (lambda x: x.prod(-1), (RUNS, BATCH, 1, 4), []),  # one output
        (lambda x: x.sum(1), (RUNS, BATCH, 2), []),  # over the batch
    ],
)
def test_it_keeps_what_is_expensive_and_shared_or_small(function, shape, expected):
    graph, _ = traced(function, shape)
    _layout.lay_out(graph, runs=RUNS, batch=BATCH)
    assert kept(graph) == expected
    graph.graph.lint()


def clamped(x, weight):
    return (x * weight.clamp(0, 1).unsqueeze(1)).sum(-1)


def counted(x, weight):
    return (x * weight.int().abs().unsqueeze(1)).sum(-1)


@pytest.mark.parametrize(
    ("function", "batch", "expected"),
    [
        (clamped, BATCH, [torch.ops.aten.clamp.default]),
        (clamped, BATCH - 1, []),  # too few samples
        (counted, BATCH, []),  # whole numbers
        (lambda x, weight: (x * weight.unsqueeze(1)).sum(-1), BATCH, []),  # there already
    ],
)
def test_what_few_numbers_are_for_all_samples_is_kept(function, batch, expected):
    graph, example = traced(function, (RUNS, batch, 2), (RUNS, 2))
    before = graph(*example)
    _layout.lay_out(graph, runs=RUNS, batch=batch)
    assert kept(graph) == expected
    torch.testing.assert_close(graph(*example), before, rtol=0, atol=0)


def test_what_is_kept_already_is_not_kept_again():
    def function(x, weight):
        return x * _layout.keep(weight + 1)[:, None]

    graph, _ = traced(function, (RUNS, BATCH, 2), (RUNS, 2))
    _layout.lay_out(graph, runs=RUNS, batch=BATCH)
    assert kept(graph) == [torch.ops.aten.add.Tensor]  # once


def test_every_user_reads_the_stored_result():
    graph, example = traced(twice, (RUNS, BATCH, 2))
    _layout.lay_out(graph, runs=RUNS, batch=BATCH)
    (log,) = [n for n in graph.graph.nodes if n.target is torch.ops.aten.log.default]
    assert [user.target for user in log.users] == [_layout._primitive()]
    for found, expected in zip(graph(*example), twice(*example), strict=True):
        assert torch.equal(found, expected)


@pytest.mark.parametrize(
    ("shape", "strides"),
    [
        ((RUNS, BATCH, 2), [16, 1, 8]),
        ((RUNS, BATCH, 2, 4), [64, 1, 32, 8]),
        ((RUNS, 2, BATCH), [16, 8, 1]),
        ((RUNS, BATCH), [8, 1]),
        ((), []),
    ],
)
def test_the_batch_is_laid_out_innermost(shape, strides):
    assert _layout._strides(shape, BATCH) == strides


def test_results_are_those_of_the_untouched_graph():
    def stepped(change):
        all_runs = runs(3, REAL_NPU)
        network, state = cohort(all_runs)
        tensors, step = _flatten(state, training_step(all_runs[0], network, _layout.keep))
        graph = trace(step, tensors)
        change(graph)
        for _ in range(3):
            graph(*tensors)
        return tensors, kept(graph)

    batch = runs(1)[0].recipe.batch_size
    expected, before = stepped(lambda graph: None)
    found, after = stepped(lambda g: _layout.lay_out(g, runs=3, batch=batch))
    assert len(after) > len(before)
    for x, y in zip(found, expected, strict=True):
        torch.testing.assert_close(x, y, rtol=1e-6, atol=1e-7)


def test_what_is_laid_out_anew_can_be_seen_in_another_shape():
    """Of digits in turn, columns of a sample become samples of their own."""

    def function(x):
        return x.sum(-1).view(RUNS, BATCH * 2, 1) + 1

    graph, example = traced(function, (RUNS, BATCH, 2, 4))
    _layout.lay_out(graph, runs=RUNS, batch=BATCH)
    assert len(kept(graph)) == 1
    torch.testing.assert_close(graph(*example), function(*example))


def test_an_evaluation_stores_reductions_alone():
    graph, _ = traced(lambda x: twice(x.prod(-1)), (RUNS, BATCH, 2, 4))
    _layout.lay_out(graph, runs=RUNS, batch=BATCH, expensive=False)
    assert kept(graph) == [torch.ops.aten.prod.dim_int]


def test_what_is_stored_is_not_stored_again():
    graph, _ = traced(lambda x: x.prod(-1), (RUNS, BATCH, 2, 4))
    for _ in range(2):
        _layout.lay_out(graph, runs=RUNS, batch=BATCH)
    assert kept(graph) == [torch.ops.aten.prod.dim_int]


def test_without_the_primitive_nothing_changes(monkeypatch):
    assert _layout._primitive() is not None
    graph, _ = traced(twice, (RUNS, BATCH, 2))
    code = graph.code
    monkeypatch.setattr(_layout, "_primitive", lambda: None)
    assert _layout._primitive() is None
    _layout.lay_out(graph, runs=RUNS, batch=BATCH)
    assert graph.code == code
    tensor = torch.rand(2, 3)
    assert _layout.keep(tensor) is tensor


def test_keeping_a_tensor_keeps_its_values():
    tensor = torch.rand(2, 3).T
    assert torch.equal(_layout.keep(tensor), tensor)


def test_a_kept_tensor_that_repeats_itself_is_written_out():
    tensor = torch.rand(1, 2, 5).expand(3, 2, 5)
    kept = _layout.keep(tensor)
    assert kept.is_contiguous()
    assert torch.equal(kept, tensor)
