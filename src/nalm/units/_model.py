"""The units inside any network, taken together."""

from collections.abc import Iterator

import torch
from torch import nn

from nalm._tensors import Scalar
from nalm.errors import InvalidValueError
from nalm.units._base._unit import Unit


def penalty(module: nn.Module) -> Scalar:
    """Return the sum of the penalties of the units inside a module.

    Args:
        module: any network; one without units has a penalty of 0.

    Returns:
        A tensor without dimensions, differentiable.

    Example:
        >>> from nalm import NAU, NMU, penalty
        >>> penalty(nn.Sequential(NAU(4, 2), nn.ReLU(), NMU(2, 1))).shape
        torch.Size([])
    """
    return _total([unit.penalty() for unit in units(module)], module)


def project_(module: nn.Module) -> None:
    """Clamp the constrained parameters of the units inside a module, in place.

    Call it after each step of the optimiser.

    Args:
        module: any network.

    Example:
        >>> from nalm import NMU, project_
        >>> nmu = NMU(2, 1)
        >>> nmu.weight.data = torch.tensor([[1.5, -0.5]])
        >>> project_(nmu)
        >>> nmu.weight.tolist()
        [[1.0, 0.0]]
    """
    with torch.no_grad():
        for unit in units(module):
            for name, (low, high) in unit.constraints.items():
                unit.get_parameter(name).clamp_(low, high)


def sparsity_error(module: nn.Module) -> Scalar:
    """Return the largest sparsity error of the units inside a module.

    Args:
        module: any network with a unit inside.

    Returns:
        A tensor without dimensions: max min(|W|, |1 - |W||) over the effective weights, which is
        at most 1/2 where weights are constrained.

    Raises:
        InvalidValueError: no unit is inside, and 0 would read as perfectly discrete weights.

    Example:
        >>> from nalm import NAU, sparsity_error
        >>> nau = NAU(2, 1)
        >>> nau.weight.data = torch.tensor([[1.0, -0.25]])
        >>> sparsity_error(nau).item()
        0.25
    """
    errors = [unit.sparsity_error() for unit in units(module)]
    if not errors:
        raise InvalidValueError(
            f"module: expected a network with a unit inside, whose weights can be near 0 and ±1; "
            f"found {type(module).__name__} without one. Leave such networks out."
        )
    return torch.stack(errors).amax()


def units(module: nn.Module) -> Iterator[Unit]:
    """Iterate over the units inside a module, each once; a unit answers for those inside it."""
    return _units(module, set())


def _units(module: nn.Module, seen: set[nn.Module]) -> Iterator[Unit]:
    # A module that stands in two places, as in a recurrence, is penalised and measured once.
    if module in seen:
        return
    seen.add(module)
    if isinstance(module, Unit):
        yield module
        return
    for child in module.children():
        yield from _units(child, seen)


def _total(terms: list[Scalar], module: nn.Module) -> Scalar:
    if terms:
        return torch.stack(terms).sum()
    parameter = next(module.parameters(), None)
    return torch.zeros(()) if parameter is None else parameter.new_zeros(())
