"""A formula as a PyTorch module."""

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm._tensors import Inputs
from nalm.errors import InvalidValueError
from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Number, Sum
from nalm.symbolic._formula._functions import find_function
from nalm.symbolic._formula._names import inputs_needed
from nalm.symbolic._formula._number import as_float
from nalm.symbolic._formula._parameters import parameters, with_parameters

# What a compiler can trace without knowing fractions: an exact number is its float, a measured
# one its place among the values. A sum is its terms: (coefficient, ((base, exponent), ...)).
_Slot: TypeAlias = "int | float"
_Base: TypeAlias = "int | _Plan | _Called"
_Factor: TypeAlias = "tuple[_Base, _Slot]"
_Term: TypeAlias = "tuple[_Slot, tuple[_Factor, ...]]"
_Plan: TypeAlias = "tuple[_Term, ...]"


class _Called(NamedTuple):
    """A function of PyTorch and its argument."""

    function: Callable[[Tensor], Tensor]
    argument: "_Plan"


def to_torch(formula: Sum, inputs: int) -> "FormulaModule":
    """Build a module that computes a formula and can be trained further.

    Args:
        formula: What is computed.
        inputs: Length of the last dimension of what the module is given.

    Returns:
        A module from `(*batch, inputs)` to `(*batch,)`. It computes in double precision, whatever
        it is given; after `module.float()`, in single precision.

    Raises:
        InvalidValueError: If the formula uses an input beyond these.

    Example:
        >>> from fractions import Fraction
        >>> import torch
        >>> from nalm.symbolic import Power, Product, Sum, to_torch
        >>> area = to_torch(Sum((Product(3.14, (Power(0, Fraction(2)),)),)), 1)
        >>> area(torch.tensor([[2.0]])).tolist()
        [12.56]
    """
    return FormulaModule(formula, inputs)


class FormulaModule(nn.Module):
    r"""Compute y = Σₖ cₖ Πⱼ bⱼ^(pₖⱼ) with the measured numbers as one learnable parameter.

    The domain is that of `nalm.symbolic.evaluate`: outside, the value is NaN.

    Args:
        formula: What is computed; its exact numbers stay constant.
        inputs: Length of the last dimension of what the module is given.

    Attributes:
        values: The measured numbers `(parameters,)`, in the order of `nalm.symbolic.parameters`.

    Raises:
        InvalidValueError: If the formula uses an input beyond these.

    Example:
        >>> from nalm.symbolic import Product, Sum, to_torch
        >>> to_torch(Sum((Product(2.5),)), 1).values.tolist()
        [2.5]
    """

    def __init__(self, formula: Sum, inputs: int) -> None:
        super().__init__()
        if inputs < (needed := inputs_needed(formula)):
            raise InvalidValueError(
                f"inputs should be at least {needed}, which the formula uses, found {inputs}; "
                "give the number of all columns."
            )
        self.inputs = inputs
        self.values = nn.Parameter(torch.tensor(parameters(formula).tolist(), dtype=torch.float64))
        self._formula = formula
        self._plan = _plan(formula, iter(range(len(self.values))))

    def formula(self) -> Sum:
        """Read the formula out, with the values that the parameter has now."""
        return with_parameters(self._formula, self.values.detach().cpu().double().numpy())

    def forward(self, x: Inputs) -> Float[Tensor, "*batch"]:
        """Compute the values `(*batch,)` of inputs `(*batch, inputs)`."""
        if x.shape[-1] != self.inputs:
            raise InvalidValueError(
                f"x should have the shape (*batch, {self.inputs}), found {tuple(x.shape)}; "
                "put the inputs last."
            )
        return _sum(self._plan, x.to(self.values.dtype), self.values)

    def extra_repr(self) -> str:
        """Say how many inputs and measured numbers there are."""
        return f"inputs={self.inputs}, parameters={len(self.values)}"


def _plan(formula: Sum, places: Iterator[int]) -> _Plan:
    def slot(number: Number) -> _Slot:
        # A `Fold` meets the numbers in the order of `parameters`, so that places count up.
        return next(places) if isinstance(number, float) else as_float(number)

    plan: Fold[_Slot, int | _Called, _Factor, _Term, _Plan] = Fold(
        number=slot,
        input=lambda index: index,
        call=lambda function, argument: _Called(find_function(function).torch, argument),
        power=lambda base, exponent: (base, exponent),
        product=lambda coefficient, powers: (coefficient, tuple(powers)),
        sum=tuple,
    )
    return plan(formula)


def _sum(plan: _Plan, x: Tensor, values: Tensor) -> Tensor:
    total = x.new_zeros(x.shape[:-1])
    for coefficient, powers in plan:
        product = _number(coefficient, values)
        for base, exponent in powers:
            product = product * _power(_raised(base, x, values), _number(exponent, values))
        total = total + product
    return total


def _raised(base: _Base, x: Tensor, values: Tensor) -> Tensor:
    if isinstance(base, int):
        return x[..., base]
    if isinstance(base, _Called):
        return base.function(_sum(base.argument, x, values))
    return _sum(base, x, values)


def _number(slot: _Slot, values: Tensor) -> Tensor | float:
    return values[slot] if isinstance(slot, int) else slot


def _power(base: Tensor, exponent: Tensor | float) -> Tensor:
    if isinstance(exponent, Tensor):
        # `pow` gives an infinity there, and 1 for NaN⁰; outside its domain a formula has no value.
        outside = ((base == 0) & (exponent < 0)) | torch.isnan(base)
        return torch.where(outside, math.nan, torch.pow(base, exponent))
    if exponent == 1:
        return base
    value = torch.pow(base, exponent)
    if exponent > 0:
        return value
    return torch.where(torch.isnan(base) if exponent == 0 else base == 0, math.nan, value)
