"""Whether a network trains in a cohort, and what its forward pass does besides computing."""

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

import numpy as np
import torch
from torch import Tensor, nn
from torch.func import vmap

from nalm.errors import InvalidValueError
from nalm.training._recipe._scheduled_buffers import scheduled_names
from nalm.training._run import Run
from nalm.training._steps._draws import Draws
from nalm.training._steps._functional import Tensors, batched_attention, measuring

ROWS = 2
"""Of the example: batch normalisation needs more than one."""


@dataclass(frozen=True)
class Traits:
    """What a step does with a network besides computing its output and changing its parameters.

    Args:
        draws: Whether a forward pass draws random numbers.
        written: Names of the buffers that it changes, or that follow a schedule of the recipe.
    """

    draws: bool
    written: frozenset[str]


def probe(network: nn.Module, run: Run, *, device: torch.device) -> Traits:
    """Call a network on an example as a cohort calls it, in training and in evaluation mode.

    Args:
        network: It stays as it is.
        run: What it is going to be trained for.
        device: Where.

    Raises:
        InvalidValueError: If it does not train in a cohort; the message names the module. If a
            schedule of the recipe finds no buffer of its own.
    """
    scheduled = scheduled_names(run.recipe.scheduled_buffers, dict(network.named_buffers()))
    _refuse_hidden_weights(network)
    network = deepcopy(network).to(device, run.recipe.dtype)
    traits = _call(network.train(), run)
    if _call(network.eval(), run) != Traits(draws=False, written=frozenset()):
        raise InvalidValueError(
            "network: expected modules that compute the same output at every evaluation, found "
            "some that draw random numbers or change buffers in evaluation mode. Let them ask "
            "`self.training` first."
        )
    return replace(traits, written=traits.written | scheduled)


def _call(network: nn.Module, run: Run) -> Traits:
    named = {**dict(network.named_parameters()), **dict(network.named_buffers())}
    tensors = {name: tensor.detach().unsqueeze(0).clone() for name, tensor in named.items()}
    step = torch.zeros((), dtype=torch.int32, device=next(iter(tensors.values())).device)
    rows = run.interpolation.draw(np.random.RandomState(0), (ROWS, run.task.in_features))
    rows = rows[:, : run.task.observed_features]
    x = torch.tensor(rows, dtype=run.recipe.dtype, device=step.device).unsqueeze(0)
    replaced: set[str] = set()

    def call(tensors: Tensors, x: Tensor) -> Tensor:
        def forward(network: nn.Module) -> Tensor:
            y = network(x)
            replaced.update(n for n, b in network.named_buffers() if b is not tensors[n])
            return y

        return measuring(network)(forward, tensors)

    draws = Draws(step.reshape(1), step, dtype=run.recipe.dtype)
    with torch.no_grad(), batched_attention(), draws, _Path(network) as path:
        try:
            y = vmap(call, randomness="different")(tensors, x)
        except Exception as error:
            raise InvalidValueError(path.blame(error)) from error
    if y.shape[1:] != (ROWS, run.task.out_features):
        raise InvalidValueError(
            f"network: expected outputs of shape (batch, {run.task.out_features}), like the "
            f"task's, found {('batch', *y.shape[2:])}. Change its last layer, or the task."
        )
    # By their values: PyTorch counts no version where it batches a normalisation.
    changed = {n for n, b in network.named_buffers() if not torch.equal(tensors[n][0], b)}
    return Traits(draws=draws.count > 0, written=frozenset(changed | replaced))


def _refuse_hidden_weights(network: nn.Module) -> None:
    # These would train without an error, and without any effect.
    for name, module in cast("Iterable[tuple[str, nn.Module]]", network.named_modules()):
        if isinstance(module, nn.RNNBase):
            raise InvalidValueError(
                f"network: expected modules that read their parameters when they are called; found "
                f"{_described(name, module)}, which keeps its weights in a list of its own and "
                "would compute with the initial ones for ever. Use a recurrent network of "
                "nalm.networks."
            )


class _Path:
    """Knows which modules of a network are being called."""

    def __init__(self, network: nn.Module) -> None:
        self._network = network
        self._calls: list[str] = []
        self._hooks: list[torch.utils.hooks.RemovableHandle] = []

    def __enter__(self) -> "_Path":
        for name, module in cast("Iterable[tuple[str, nn.Module]]", self._network.named_modules()):
            self._hooks += [
                module.register_forward_pre_hook(partial(self._enter, name)),
                module.register_forward_hook(self._leave),
            ]
        return self

    def __exit__(self, *_: object) -> None:
        for hook in self._hooks:
            hook.remove()

    def _enter(self, name: str, *_: object) -> None:
        self._calls.append(name)

    def _leave(self, *_: object) -> None:
        self._calls.pop()

    def blame(self, error: Exception) -> str:
        """Say which module raised an error: the innermost one whose call has not ended."""
        name = self._calls[-1] if self._calls else ""
        module = self._network.get_submodule(name)
        return (
            f"network: expected modules that train in a cohort, found {_described(name, module)}, "
            f"which could not be called on a batch of all runs: {error}. Replace it, or train it "
            "in a loop of PyTorch."
        )


def _described(name: str, module: nn.Module) -> str:
    kind = type(module)
    return f"`{name or 'the network itself'}` ({kind.__module__}.{kind.__qualname__})"
