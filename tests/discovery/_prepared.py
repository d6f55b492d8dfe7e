"""Rows, parameters and cohorts for tests of the engine."""

from functools import partial

import numpy as np
import torch

from nalm.discovery._budget import Limits
from nalm.discovery.stages.cohorts._cohorts import train
from nalm.discovery.stages.cohorts._levenberg import StartBatch
from nalm.discovery.stages.cohorts._model import fit
from nalm.discovery.stages.cohorts._scaled_rows import prepare_rows
from nalm.discovery.stages.cohorts._starts import StartSampler
from nalm.discovery.stages.cohorts._structure import Structure
from tests.discovery._measured import problem

LIMITS = Limits(largest=6.0)
STRUCTURES = [
    Structure(1),
    Structure(3),
    Structure(1, (2,)),
    Structure(1, (3, 2)),
    Structure(2, (2, 2)),
    Structure(3, (3, 2), apart=True),
]


def inputs(rows=40, count=2, seed=0, signed=False):
    random = np.random.default_rng(seed)
    x = random.uniform(0.5, 4, (rows, count))
    return x * random.choice([-1, 1], x.shape) if signed else x


def prepared(x, y, basis=None, offset=None, weight=None):
    data = problem(x, y, weight)
    count = data.x.shape[1]
    basis = np.eye(count) if basis is None else np.asarray(basis, dtype=float)
    return prepare_rows(data, basis, np.zeros(count) if offset is None else np.asarray(offset))


def some_parameters(structure, features, starts=3, seed=0):
    generator = torch.Generator().manual_seed(seed)
    shape = (starts, structure.parameters(features) - structure.terms)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def cohort_of(flat, rows, free=None):
    return StartBatch(
        flat=flat,
        free=torch.ones_like(flat) if free is None else free,
        weight=rows.constant().expand(len(flat), -1),
    )


def model_of(structure, rows):
    return partial(fit, structure=structure, samples=rows.samples)


def sampler(starts=16, features=2, seed=0):
    return StartSampler(
        generator=torch.Generator().manual_seed(seed), starts=starts, features=features
    )


def trained_on(structure, rows, starts=16, seed=0):
    return train(
        structure,
        searched=rows,
        rounded_on=rows,
        sampler=sampler(starts, rows.samples.basis.shape[1], seed),
        limits=LIMITS,
    )


def gradient(cost, flat, step=1e-6):
    """Central differences of each start's cost."""
    shifts = step * torch.eye(flat.shape[1], dtype=flat.dtype)
    return torch.stack([cost(flat + d) - cost(flat - d) for d in shifts], -1) / (2 * step)
