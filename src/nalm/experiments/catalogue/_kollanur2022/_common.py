"""What the report's experiments with arithmetic share."""

from collections.abc import Callable
from functools import partial

from torch import nn

from nalm.networks import GlorotUniform, Initial, stack
from nalm.tasks import Range
from nalm.training import Recipe, Restart, RMSprop, SmoothL1

TRAIN = Range.interval(20, 40)
TEST = Range.interval(0, 60)

START = (Initial(parameters="*", draw=GlorotUniform()),)
"""The report states no initialisation; this is the one of the iNALU's and the NPU's comparisons.

From the wider one of Madsen and Johansen a NAC of few operands can end with tanh(w_hat) = -1 and a
weight of 0, and never learns an addition from there.
"""


def single(unit: Callable[[], nn.Module]) -> Callable[[], nn.Module]:
    """Describe a network of one unit, started as all of this report's."""
    return partial(stack, unit, initial=START)


def recipe(iterations: int, *, restart: Restart | None = None) -> Recipe:
    """Return the report's procedure: smooth L1 and RMSprop with a moving average of 0.9.

    Rate, batch and steps are not stated.
    """
    return Recipe(
        iterations=iterations,
        batch_size=64,
        optimizer=RMSprop(learning_rate=0.01, alpha=0.9),
        loss=SmoothL1(),
        restart=restart,
    )
