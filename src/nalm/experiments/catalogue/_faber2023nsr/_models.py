"""The models that are compared, each with an output between 0 and 1."""

from collections.abc import Callable
from functools import partial

import torch
from torch import nn

from nalm.networks import stack
from nalm.training import LinearRamp, MeanAbsoluteError, Penalty, Recipe, UnitPenalty
from nalm.units import NALU, NAU, NPU, NSR, Activation, Dense

WIDTH = 10
"""Redundancy; half the width of the hidden layer of a baseline without redundancy."""

SIGMOID = partial(Dense, activation=Activation.SIGMOID)

Factory = Callable[[], nn.Module]


def nsr(inputs: int = 2, *, redundancy: int = WIDTH, scale: float = 1.0) -> Factory:
    """Describe an NSR."""
    return partial(NSR, inputs, 1, redundancy=redundancy, scale=scale)


def baselines(inputs: int = 2) -> dict[str, Factory]:
    """Return the baselines by name: a hidden layer, and a dense layer with a sigmoid."""
    layers: dict[str, tuple[Callable[[int, int], nn.Module], int]] = {
        "MLP": (SIGMOID, 2 * WIDTH),
        "NALU": (NALU, WIDTH),
        "NAU": (NAU, 2 * WIDTH),
        "NPU": (NPU, 2 * WIDTH),
    }
    return {
        unit: partial(stack, partial(layer, inputs, width), partial(SIGMOID, width, 1))
        for unit, (layer, width) in layers.items()
    }


def recipe(*, iterations: int, rows: int, test_rows: int, fixed: bool = False) -> Recipe:
    """Return the published procedure: Adam on the absolute error of the whole training set.

    Args:
        iterations: Optimiser steps.
        rows: Size of the training set.
        test_rows: Size of the test set.
        fixed: Whether the training set is drawn, once for each seed.
    """
    ramp = LinearRamp(scale=1.0, start=40_000.0, end=40_001.0)
    return Recipe(
        iterations=iterations,
        batch_size=rows,
        evaluation_rows=test_rows,
        loss=MeanAbsoluteError(),
        penalties=(Penalty(measure=UnitPenalty(), schedule=ramp),),
        dtype=torch.float64,
        batches=1 if fixed else None,
    )
