"""One optimiser after another, each of which begins anew."""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor

from nalm.errors import InvalidValueError
from nalm.training._recipe._optimizers import Optimizer, State, Tensors


@dataclass(frozen=True, kw_only=True)
class OptimizerSequence(Optimizer):
    """Follow one optimiser by another, which counts its steps anew and knows nothing of before.

    Optimiser k takes the steps m_k ≤ t < m_{k+1} as its own t − m_k. An Adam after an Adam has
    moments of 0 again.

    Args:
        optimizers: The optimisers, at least one.
        milestones: Step at which each but the first begins, ascending and positive.

    Raises:
        InvalidValueError: If there is not one milestone between two optimisers.

    Example:
        >>> from nalm.training import SGD, Adam, OptimizerSequence
        >>> both = OptimizerSequence(
        ...     optimizers=(Adam(learning_rate=0.01), SGD(learning_rate=0.001)), milestones=(900,)
        ... )
        >>> both.milestones
        (900.0,)

    References:
        Odrzywołek (2026), its code, which makes a new Adam for its last steps.
    """

    optimizers: tuple[Optimizer, ...]
    milestones: tuple[float, ...]

    def __post_init__(self) -> None:
        steps = [0.0, *map(float, self.milestones)]
        if len(self.optimizers) != len(steps) or steps != sorted(set(steps)):
            raise InvalidValueError(
                "OptimizerSequence.milestones: expected ascending steps above 0, one less than "
                f"optimizers ({len(self.optimizers)}), found {self.milestones}. Say where each "
                "but the first begins."
            )
        # One kind of number, so that whole ones may differ from run to run as well.
        object.__setattr__(self, "milestones", tuple(steps[1:]))

    def initial(self, parameters: Tensors) -> State:
        """Return the states of all optimisers before their first step."""
        return {
            _slot(place, name): values
            for place, optimizer in enumerate(self.optimizers)
            for name, values in optimizer.initial(parameters).items()
        }

    def update(
        self, gradients: Tensors, state: State, parameters: Tensors, step: Int[Tensor, ""]
    ) -> tuple[dict[str, Tensor], State]:
        """Return parameters and state after a step of the optimiser whose turn it is."""
        moved, states = dict(parameters), dict(state)
        for place, (optimizer, begin, end) in enumerate(self._phases()):
            mark = _slot(place, "")
            own = {
                name.removeprefix(mark): values
                for name, values in state.items()
                if name.startswith(mark)
            }
            # All take the step, and only one is kept: the step is a tensor of the program.
            since = (step - begin).clamp(min=0).to(step.dtype)
            found, after = optimizer.update(gradients, own, parameters, since)
            now = (step >= begin) & (step < end)
            moved = {name: torch.where(now, found[name], moved[name]) for name in moved}
            for name, values in after.items():
                states[_slot(place, name)] = {
                    key: torch.where(now, value, own[name][key]) for key, value in values.items()
                }
        return moved, states

    def _phases(self) -> Iterator[tuple[Optimizer, float, float]]:
        ends = (*self.milestones, torch.inf)
        return zip(self.optimizers, (0.0, *self.milestones), ends, strict=True)


def _slot(place: int, name: str) -> str:
    return f"{place} {name}"
