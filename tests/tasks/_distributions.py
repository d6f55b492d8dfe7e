"""Inputs and named assertions that the tests of distributions and tasks share."""

from dataclasses import fields, is_dataclass

import numpy as np
import torch
from scipy.stats import ks_2samp
from torch import Tensor
from torch.func import vmap
from torch.fx.experimental.proxy_tensor import make_fx

from nalm.tasks import Benford, Distribution, Exponential, PerInput, Range, TruncatedNormal

CONTINUOUS = [
    Range.interval(1, 2),
    Range.interval(-0.2, -0.1),
    Range.interval(-2, 2),
    Range.union((-6, -2), (2, 6)),
    Range.union((0, 1), (2, 4), (-3, -1)),
    PerInput(parts=(Range.interval(-2, -0.1), Range.union((0.1, 2), (3, 4)))),
    TruncatedNormal(mean=-1, standard_deviation=3, low=-5, high=10),
    TruncatedNormal(mean=10, standard_deviation=1, low=5, high=15),
    TruncatedNormal(mean=0, standard_deviation=1, low=6, high=8),
    Exponential(scale=2),
]
DISTRIBUTIONS = [*CONTINUOUS, Benford(digits=2), Benford(digits=3)]


def uniforms(distribution, inputs=2, batch=4096, dtype=torch.float32, runs=None, seed=0):
    shape = (distribution.uniforms, inputs, batch)
    generator = torch.Generator().manual_seed(seed)
    return torch.rand(shape if runs is None else (runs, *shape), dtype=dtype, generator=generator)


def with_numbers(spec, values):
    """Return the spec with its floats replaced, in order, by the next of an iterator's values."""
    if isinstance(spec, tuple):
        return tuple(with_numbers(item, values) for item in spec)
    if is_dataclass(spec):
        copy = object.__new__(type(spec))
        for field in fields(spec):
            value = with_numbers(getattr(spec, field.name), values)
            object.__setattr__(copy, field.name, value)
        return copy
    return next(values) if isinstance(spec, float) else spec


def numbers(spec):
    if isinstance(spec, tuple):
        return [number for item in spec for number in numbers(item)]
    if is_dataclass(spec):
        return [n for field in fields(spec) for n in numbers(getattr(spec, field.name))]
    return [spec] if isinstance(spec, float) else []


def assert_samples_like_draws(distribution: Distribution):
    sampled = distribution.sample(uniforms(distribution, batch=20_000)).numpy()
    drawn = distribution.draw(np.random.RandomState(1), (20_000, 2)).T
    for one, other in zip(sampled, drawn, strict=True):
        assert ks_2samp(one, other).pvalue > 1e-3


def assert_traces(distribution: Distribution):
    """Assert that a cohort, traced to a graph, samples what its runs sample one by one."""
    runs = 3
    u = uniforms(distribution, batch=16, runs=runs)
    values = torch.tensor([numbers(distribution)] * runs).reshape(runs, -1)

    def sample(values: Tensor, u: Tensor) -> Tensor:
        return with_numbers(distribution, iter(values)).sample(u)

    graph = make_fx(vmap(sample))(values, u)
    expected = torch.stack([distribution.sample(each) for each in u])
    torch.testing.assert_close(graph(values, u), expected)
