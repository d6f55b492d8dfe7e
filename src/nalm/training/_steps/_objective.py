"""What a step minimises, written for one run: the loss of its batch and the penalties."""

from collections.abc import Callable
from typing import Any

from torch import Tensor, nn
from torch.func import functional_call

from nalm.training._cohort import Cohort
from nalm.training._recipe._recipe import Recipe
from nalm.training._run import Run
from nalm.training._steps._functional import Tensors, within
from nalm.training._steps._observation import measured, recorded_inputs


class _Objective(nn.Module):
    """Exposes a network and its penalties to one functional call."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, x: Tensor, recipe: Recipe) -> tuple[Tensor, list[Tensor]]:
        with recorded_inputs(self.network, recipe.penalties) as inputs:
            prediction = self.network(x)
        return prediction, [
            measured(each, self.network, inputs=inputs) for each in recipe.penalties
        ]


def per_run_state(cohort: Cohort) -> dict[str, Any]:
    """Return what a run's objective needs of its cohort besides the parameters."""
    names = ("optimizer", "buffers", "numbers", "validation")
    return {name: getattr(cohort, name) for name in names}


def objective(
    run: Run, network: nn.Module
) -> Callable[[dict[str, Any], Tensor], Callable[[Tensors], tuple[Tensor, Tensor]]]:
    """Build the function that gives a run's losses at a step, as a function of its parameters.

    The first is what is minimised, the second is without the penalties.
    """
    module = _Objective(network)

    def at(state: dict[str, Any], step: Tensor) -> Callable[[Tensors], tuple[Tensor, Tensor]]:
        _, _, recipe = run.specs(state["numbers"].unbind(0))

        def both(parameters: Tensors) -> tuple[Tensor, Tensor]:
            # Prediction and penalties in one call: `functional_call` swaps the parameters in once.
            tensors = within("network", {**parameters, **state["buffers"]})
            prediction, measures = functional_call(module, tensors, (state["x"].T, recipe))
            # Restart policies and penalty steps watch the loss alone, without the penalties.
            loss = total = recipe.loss(prediction, state["t"], step)
            for penalty, measure in zip(recipe.penalties, measures, strict=True):
                total = total + penalty.schedule.weight(step, state["validation"]) * measure
            return total, loss

        return both

    return at
