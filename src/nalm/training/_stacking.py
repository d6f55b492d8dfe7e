"""From runs to stacks: each run's parameters as one slice of a tensor `(runs, …)`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.utils import _pytree as pytree

from nalm.errors import InvalidValueError

Stacks = dict[str, Tensor]
_Value: TypeAlias = Tensor | NDArray[Any] | float | int
_VALUES = (Tensor, np.ndarray, float, int)
_REGISTERED = {"_parameters", "_buffers", "_modules"}


def initialise(network: Callable[[], nn.Module], seed: int) -> nn.Module:
    """Build a network from its own seed, leaving the global random state as it was."""
    # A network draws from PyTorch's global state; the caller's random numbers are not to change.
    before = torch.get_rng_state()
    try:
        # `torch.manual_seed` would seed the generators of GPUs too, whose states are not put back.
        torch.default_generator.manual_seed(seed)
        return network()
    finally:
        torch.set_rng_state(before)


def check_registered(modules: Sequence[nn.Module]) -> None:
    """Refuse networks that differ in more than parameters and buffers: no cohort sees the rest.

    Raises:
        InvalidValueError: If a number or tensor that no module has registered is another one in
            another network; the message names it.
    """
    first, *others = map(_unregistered, modules)
    for other in others:
        for name, values in first.items():
            found = other.get(name, [])
            if len(found) != len(values) or not all(map(_same, values, found)):
                raise InvalidValueError(
                    f"network: expected {name!r} to be the same for every seed, because all runs "
                    "of a cohort are computed with that of the first; found another one. Register "
                    "it: self.register_buffer(name, tensor), or as a parameter or a module."
                )


def _unregistered(network: nn.Module) -> dict[str, list[_Value]]:
    """List the numbers and tensors of a network that are attributes and nothing else."""
    found: dict[str, list[_Value]] = {}
    for path, module in cast("Iterable[tuple[str, nn.Module]]", network.named_modules()):
        for name in vars(module).keys() - _REGISTERED:
            leaves = pytree.tree_leaves(vars(module)[name])
            values = [cast(_Value, leaf) for leaf in leaves if isinstance(leaf, _VALUES)]
            found[f"{path}.{name}" if path else name] = values
    return found


def _same(one: _Value, other: _Value) -> bool:
    first, second = (torch.as_tensor(each).detach() for each in (one, other))
    if first.shape != second.shape:
        return False
    return bool(((first == second) | ((first != first) & (second != second))).all())


def stack(modules: Sequence[nn.Module], dtype: torch.dtype, device: torch.device) -> Stacks:
    """Stack the parameters of equally built modules along a new first dimension.

    Raises:
        InvalidValueError: If the modules differ in parameter names or shapes.
    """
    return _stack([dict(module.named_parameters()) for module in modules], dtype, device)


def stack_buffers(modules: Sequence[nn.Module], dtype: torch.dtype, device: torch.device) -> Stacks:
    """Stack the buffers in the same way."""
    return _stack([dict(module.named_buffers()) for module in modules], dtype, device)


def _stack(
    named: Sequence[Mapping[str, Tensor]], dtype: torch.dtype, device: torch.device
) -> Stacks:
    shapes = [{name: tuple(tensor.shape) for name, tensor in each.items()} for each in named]
    for index, found in enumerate(shapes):
        if found != shapes[0]:
            raise InvalidValueError(
                f"network: expected every run of a cohort to have tensors {shapes[0]}, "
                f"found {found} for run {index}. Train networks of different sizes separately."
            )
    stacks: Stacks = {}
    for name, first in named[0].items():
        stacked = torch.stack([each[name].detach() for each in named])
        stacks[name] = stacked.to(device, dtype if first.is_floating_point() else first.dtype)
    return stacks


def replace_(stacks: Stacks, index: int, module: nn.Module) -> None:
    """Overwrite one run's tensors in place, by those of a module that have their names."""
    tensors = {**dict(module.named_parameters()), **dict(module.named_buffers())}
    for name, stack in stacks.items():
        stack[index].copy_(tensors[name].detach())
