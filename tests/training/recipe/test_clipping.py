import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.func import vmap

from nalm.training import GlobalNorm, Value
from nalm.training._spec import with_numbers

NAMES = ("matrix", "vector")
LIMITS = st.floats(1e-3, 1e3)


def gradients(seed, scale=1.0):
    generator = torch.Generator().manual_seed(seed)
    shapes = ((3, 2), (4,))
    return {
        name: scale * torch.randn(shape, generator=generator, dtype=torch.float64)
        for name, shape in zip(NAMES, shapes, strict=True)
    }


def torch_clipped(gradients, clip, limit):
    parameters = []
    for gradient in gradients.values():
        parameter = torch.nn.Parameter(torch.zeros_like(gradient))
        parameter.grad = gradient.clone()
        parameters.append(parameter)
    clip(parameters, limit)
    return {name: p.grad for name, p in zip(gradients, parameters, strict=True)}


CASES = [
    (GlobalNorm, torch.nn.utils.clip_grad_norm_),
    (Value, torch.nn.utils.clip_grad_value_),
]


@pytest.mark.parametrize(("clipping", "reference"), CASES)
@given(seed=st.integers(0, 2**31), scale=st.floats(1e-6, 1e6), limit=LIMITS)
def test_it_equals_torch(clipping, reference, seed, scale, limit):
    found = clipping(limit=limit)(gradients(seed, scale))
    for name, expected in torch_clipped(gradients(seed, scale), reference, limit).items():
        torch.testing.assert_close(found[name], expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize(("clipping", "reference"), CASES)
def test_every_run_is_clipped_by_its_own_size_and_limit(clipping, reference):
    runs = [gradients(seed, scale) for seed, scale in enumerate((1e-3, 1.0, 1e4))]
    limits = torch.tensor([0.5, 0.1, 2.0], dtype=torch.float64)
    stacks = {name: torch.stack([run[name] for run in runs]) for name in NAMES}
    found = vmap(lambda limit, g: with_numbers(clipping(limit=1.0), [limit])(g))(limits, stacks)
    for run, limit in enumerate(limits.tolist()):
        for name, expected in torch_clipped(runs[run], reference, limit).items():
            torch.testing.assert_close(found[name][run], expected, rtol=1e-12, atol=0)


@given(seed=st.integers(0, 2**31), scale=st.floats(1e-6, 1e6), limit=LIMITS)
def test_the_norm_is_bounded_and_the_direction_kept(seed, scale, limit):
    before, after = gradients(seed, scale), GlobalNorm(limit=limit)(gradients(seed, scale))
    norms = [torch.cat([g.flatten() for g in each.values()]).norm() for each in (before, after)]
    assert norms[1] <= limit
    ratio = norms[1] / norms[0]
    for name in NAMES:
        torch.testing.assert_close(after[name], before[name] * ratio, rtol=1e-9, atol=0)


def test_a_run_with_infinite_gradients_leaves_the_others_alone():
    stack = {"w": torch.tensor([[1.0, 2.0], [torch.inf, 1.0], [torch.nan, 1.0]])}
    for clipping in (GlobalNorm(limit=1.0), Value(limit=1.0)):
        alone = clipping({"w": stack["w"][0]})["w"]
        assert torch.equal(vmap(clipping)(stack)["w"][0], alone)
