"""The functions that a formula may call, and how others are added."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from nalm._registry import Registry
from nalm._typing import FloatArray

if TYPE_CHECKING:
    from torch import Tensor

_Array: TypeAlias = "Callable[[FloatArray], FloatArray]"


class Symmetry(Enum):
    """What a minus before the argument does to a function."""

    NONE = "none"
    EVEN = "even"
    """F(-u) = F(u)."""
    ODD = "odd"
    """F(-u) = -F(u)."""


@dataclass(frozen=True, kw_only=True)
class Function:
    r"""A function of one number, F(u), and everything that a formula needs to know of it.

    Attributes:
        name: What it is called in text, in JSON and in `functions=`.
        value: F of an array. NaN where F has no value; nothing is protected.
        derivative: F' of an array.
        torch: F of a tensor; it has to be differentiable.
        sympy: F of a SymPy expression.
        latex: Its name in LaTeX.
        symmetry: Whether F is even or odd.
        domain: Where it has a value, in words, as in "arguments above 0"; empty if everywhere.

    Example:
        >>> import numpy as np
        >>> import torch
        >>> from nalm.symbolic import Function
        >>> gauss = Function(
        ...     name="gauss",
        ...     value=lambda u: np.exp(-(u**2)),
        ...     derivative=lambda u: -2 * u * np.exp(-(u**2)),
        ...     torch=lambda u: torch.exp(-(u**2)),
        ...     sympy=lambda u: __import__("sympy").exp(-(u**2)),
        ...     latex=r"\operatorname{gauss}",
        ... )
        >>> gauss.value(np.array([0.0])).tolist()
        [1.0]
    """

    name: str
    value: _Array
    derivative: _Array
    torch: "Callable[[Tensor], Tensor]"
    sympy: Callable[[Any], Any]
    latex: str
    symmetry: Symmetry = Symmetry.NONE
    domain: str = ""


_FUNCTIONS = Registry[Function]("function")


def register_function(function: Function) -> None:
    r"""Make a function known by its name, as in `SymbolicRegressor(functions=("exp", "j0"))`.

    Args:
        function: Its name is a word of lower-case letters and digits.

    Raises:
        InvalidValueError: If the name is taken, or no such word.

    Example:
        >>> from dataclasses import replace
        >>> from nalm.symbolic import find_function, register_function
        >>> register_function(replace(find_function("sin"), name="sine"))
        >>> find_function("sine").latex
        '\\sin'
    """
    _FUNCTIONS.add(function.name, function)


def find_function(name: str) -> Function:
    """Return the function of a name.

    Args:
        name: "exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "arcsin", "arccos",
            "arctan", "arcsinh", "erf", or that of a registered function.

    Raises:
        UnknownNameError: If there is none; the message lists all.

    Example:
        >>> from nalm.symbolic import find_function
        >>> find_function("log").domain
        'arguments above 0'
    """
    return _FUNCTIONS.find(name)


def function_names() -> tuple[str, ...]:
    """Return the names of all functions, those of this package first."""
    return _FUNCTIONS.names


def registered_functions() -> tuple[Function, ...]:
    """Return the functions that users and extensions have registered.

    Example:
        >>> "sin" in [each.name for each in registered_functions()]
        False
    """
    return _FUNCTIONS.others


def _log(u: FloatArray) -> FloatArray:
    # The logarithm of 0 is no number: an infinity could become 0 by a division.
    return np.where(u > 0, np.log(u), math.nan)


def _erf(u: FloatArray) -> FloatArray:
    """SciPy is imported when it is needed, too: its special functions take a tenth of a second."""
    from scipy.special import erf  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType]

    return erf(u)


def _of_torch(name: str) -> "Callable[[Tensor], Tensor]":
    """PyTorch is imported when it is needed: it takes a second."""

    def function(u: "Tensor") -> "Tensor":
        import torch

        value: Tensor = getattr(torch, name)(u)
        return torch.where(u > 0, value, math.nan) if name == "log" else value

    return function


def _of_sympy(name: str) -> Callable[[Any], Any]:
    """SymPy, too, is imported when it is needed."""

    def function(u: Any) -> Any:  # noqa: ANN401  (SymPy says nothing of its types)
        import sympy  # pyright: ignore[reportMissingTypeStubs]

        return getattr(sympy, name)(u)

    return function


def _register(
    name: str,
    value: _Array,
    derivative: _Array,
    *,
    sympy: str,
    symmetry: Symmetry = Symmetry.NONE,
    domain: str = "",
) -> None:
    register_function(
        Function(
            name=name,
            value=value,
            derivative=derivative,
            torch=_of_torch(name),
            sympy=_of_sympy(sympy),
            latex=_LATEX.get(name, rf"\{name}"),
            symmetry=symmetry,
            domain=domain,
        )
    )


_LATEX = {
    "log": r"\ln",
    "arcsinh": r"\operatorname{arsinh}",
    "erf": r"\operatorname{erf}",
}
_WITHIN_ONE = "arguments from -1 to 1"
_register("exp", np.exp, np.exp, sympy="exp")
_register("log", _log, lambda u: 1 / u, sympy="log", domain="arguments above 0")
_register("sin", np.sin, np.cos, sympy="sin", symmetry=Symmetry.ODD)
_register("cos", np.cos, lambda u: -np.sin(u), sympy="cos", symmetry=Symmetry.EVEN)
_register("tan", np.tan, lambda u: 1 + np.square(np.tan(u)), sympy="tan", symmetry=Symmetry.ODD)
_register("sinh", np.sinh, np.cosh, sympy="sinh", symmetry=Symmetry.ODD)
_register("cosh", np.cosh, np.sinh, sympy="cosh", symmetry=Symmetry.EVEN)
_register("tanh", np.tanh, lambda u: 1 - np.square(np.tanh(u)), sympy="tanh", symmetry=Symmetry.ODD)
_register(
    "arcsin", np.arcsin, lambda u: 1 / np.sqrt(1 - np.square(u)), sympy="asin",
    symmetry=Symmetry.ODD, domain=_WITHIN_ONE,
)  # fmt: skip
_register(
    "arccos", np.arccos, lambda u: -1 / np.sqrt(1 - np.square(u)), sympy="acos", domain=_WITHIN_ONE
)
_register(
    "arctan", np.arctan, lambda u: 1 / (1 + np.square(u)), sympy="atan", symmetry=Symmetry.ODD
)
_register("arcsinh", np.arcsinh, lambda u: 1 / np.hypot(1, u), sympy="asinh", symmetry=Symmetry.ODD)
_register(
    "erf", _erf, lambda u: 2 / math.sqrt(math.pi) * np.exp(-np.square(u)), sympy="erf",
    symmetry=Symmetry.ODD,
)  # fmt: skip
_FUNCTIONS.is_complete()
