"""Random starts: exponents near small integers, most of them 0, because laws are like that."""

from dataclasses import dataclass

import torch
from torch import Tensor

from nalm.discovery.stages.cohorts._model import Parameters
from nalm.discovery.stages.cohorts._structure import Structure

POWERS = (1.0, -1.0, 0.5, -0.5, 2.0, -2.0)
"""Exponents of sums that starts begin with."""

FILLED = 0.5
"""Share of the exponents that begin away from 0."""


@dataclass(frozen=True, kw_only=True)
class StartSampler:
    """A stream of random starts.

    Attributes:
        generator: Of the random numbers.
        starts: How many.
        features: Exponents of each product.
    """

    generator: torch.Generator
    starts: int
    features: int

    def normal(self, *shape: int) -> Tensor:
        """Draw standard normal numbers `(starts, *shape)`."""
        shape = (self.starts, *shape)
        return torch.randn(shape, generator=self.generator, dtype=torch.float64)

    def choice(self, values: tuple[float, ...], *shape: int) -> Tensor:
        """Draw from a list `(starts, *shape)`."""
        index = torch.randint(len(values), (self.starts, *shape), generator=self.generator)
        return torch.tensor(values, dtype=torch.float64)[index]

    def uniform(self, *shape: int) -> Tensor:
        """Draw from [0, 1) `(starts, *shape)`."""
        shape = (self.starts, *shape)
        return torch.rand(shape, generator=self.generator, dtype=torch.float64)


def random_inner(structure: Structure, sampler: StartSampler) -> tuple[Tensor, Tensor]:
    """Draw exponents u `(starts, inner, features)` and coefficients a `(starts, inner)`."""
    inner = structure.inner
    # Scaled inputs make products of about 1 in the middle of the data: with coefficients of about
    # 1, both terms of 1 + a m count.
    size = torch.exp(0.7 * sampler.normal(inner) - 0.5)
    return _exponents(inner, sampler), sampler.choice((-1.0, 1.0), inner) * size


def random_starts(structure: Structure, sampler: StartSampler, *, centre: Tensor) -> Tensor:
    """Draw flat parameters; half of the outer products lie near the log-log line.

    Args:
        structure: Of the formulas.
        sampler: The random numbers.
        centre: Exponents of the log-log line `(features,)`.
    """
    exponents, scale = random_inner(structure, sampler)
    shape = (structure.terms, sampler.features)
    near = centre + 0.7 * sampler.normal(*shape)
    outer = torch.where(sampler.uniform(1, 1) < 0.5, near, _exponents(structure.terms, sampler))
    power = sampler.choice(POWERS, len(structure.sums))
    return Parameters(outer=outer, inner=exponents, scale=scale, power=power).flat()


def _exponents(products: int, sampler: StartSampler) -> Tensor:
    shape = (products, sampler.features)
    integers = sampler.choice((-2.0, -1.0, 1.0, 2.0), *shape)
    filled = sampler.uniform(*shape) < FILLED
    return torch.where(filled, integers, torch.zeros_like(integers)) + 0.1 * sampler.normal(*shape)
