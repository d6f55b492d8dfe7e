import pytest
import torch

from nalm.training import train
from nalm.training._running import _stepper
from nalm.training._running._stepper import Stepper
from tests.training._cohorts import cohort, tensors
from tests.training._runs import CLIPPED, runs


def after(*segments, compile=False, device="cpu", graph=True):
    all_runs = runs(3, **CLIPPED)
    network, state = cohort(all_runs, device)
    stepper = Stepper(all_runs[0], network, state, compile=compile)
    stepper._use_graph = stepper._use_graph and graph
    for steps in segments:
        stepper.advance(steps)
    assert state.step.item() == sum(segments)
    return [tensor.cpu() for tensor in tensors(state)]


def assert_same(first, second):
    for x, y in zip(first, second, strict=True):
        assert torch.equal(x, y)


@pytest.mark.parametrize("segments", [(12,), (5, 7), (1,) * 12, (0, 12, 0)])
def test_it_does_not_matter_how_steps_are_grouped(segments):
    assert_same(after(*segments), after(12))


def test_it_changes_the_cohort_in_place():
    all_runs = runs(2)
    network, state = cohort(all_runs)
    weight, before = state.parameters["weight"], state.parameters["weight"].clone()
    Stepper(all_runs[0], network, state, compile=False).advance(1)
    assert state.parameters["weight"] is weight
    assert not torch.equal(weight, before)


def test_no_graph_of_autograd_is_left():
    all_runs = runs(2)
    network, state = cohort(all_runs)
    Stepper(all_runs[0], network, state, compile=False).advance(2)
    assert not any(t.requires_grad for t in state.parameters.values())


@pytest.mark.thorough
@pytest.mark.compile
def test_compiled_steps_equal_eager_ones():
    for found, expected in zip(after(10, compile=True), after(10), strict=True):
        torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-6)


needs_cuda = pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a CUDA device")


@pytest.mark.gpu
@needs_cuda
@pytest.mark.parametrize("segments", [(50,), (20, 30), (19, 31), (40, 1, 9)])
def test_a_replayed_graph_equals_launching_kernel_by_kernel(segments):
    replayed = after(*segments, compile=True, device="cuda")
    assert_same(replayed, after(50, compile=True, device="cuda", graph=False))


@pytest.mark.gpu
@needs_cuda
def test_recording_a_graph_does_not_train():
    all_runs = runs(3)
    network, state = cohort(all_runs, "cuda")
    stepper = Stepper(all_runs[0], network, state, compile=True)
    before = tensors(state)
    stepper._record()
    assert_same(before, tensors(state))
    assert _stepper.STEPS_PER_GRAPH > 1


@pytest.mark.gpu
@needs_cuda
@pytest.mark.parametrize("compile", [False, True])
def test_a_cohort_on_a_gpu_equals_one_on_the_cpu(compile):
    here = train(runs(4, iterations=50, **CLIPPED), compile=False)
    there = train(runs(4, iterations=50, **CLIPPED), device="cuda", compile=compile)
    for first, second in zip(here, there, strict=True):
        for name, expected in first.parameters.items():
            found = torch.tensor(second.parameters[name])
            torch.testing.assert_close(found, torch.tensor(expected), rtol=1e-4, atol=1e-6)
