"""The errors of an evaluation, written for one run: on a fixed set, and of its weights."""

import math
from collections.abc import Callable

from torch import Tensor, nn
from torch.func import functional_call, vmap

from nalm.training._steps._functional import Tensors, batched_attention, measuring
from nalm.units import sparsity_error, units


def squared_errors(network: nn.Module) -> Callable[[Tensors, Tensor, Tensor, Tensor], Tensor]:
    """Build the function that sums each run's squared errors on a fixed set.

    It takes the stacked parameters and buffers, the distinct input sets `(sets, inputs, rows)`,
    each run's set index `(runs,)` and targets `(runs, rows, outputs)`, and returns sums `(runs,)`.
    """

    def squared_error(parameters: Tensors, x: Tensor, t: Tensor) -> Tensor:
        # Rows are innermost in memory, where the compiler makes vectors of them; a unit has them
        # first.
        return ((functional_call(network, dict(parameters), (x.T,)) - t) ** 2).sum()

    def evaluate(parameters: Tensors, sets: Tensor, index: Tensor, targets: Tensor) -> Tensor:
        with batched_attention():
            return vmap(squared_error)(parameters, sets[index], targets)

    return evaluate


def sparsity_errors(network: nn.Module) -> Callable[[Tensors], Tensor]:
    """Build the function that gives each run's sparsity error `(runs,)` from its stacks.

    It is NaN for a network without units, which has none.
    """
    measured = measuring(network)
    has_units = next(units(network), None) is not None

    def one(parameters: Tensors) -> Tensor:
        if has_units:
            return measured(sparsity_error, parameters)
        return next(iter(parameters.values())).new_full((), math.nan)

    return vmap(one)
