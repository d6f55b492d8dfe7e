"""The noise models that come with the package."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._noise_model import (
    NoiseModel,
    find_noise,
    noise_models,
    own_models_registered,
    register_noise,
)
from nalm.discovery._noise_of_tables import (
    OutliersNoise,
    RelativeOutliersNoise,
    RoundingNoise,
)
from nalm.errors import InvalidValueError
from nalm.symbolic import Sum, evaluate, gradient


@final
@dataclass(frozen=True)
class ConstantNoise(NoiseModel):
    """All rows have noise of one size: y = f(x) + σ ε."""

    name: ClassVar[str] = "constant"
    power: ClassVar[float] = 0.0

    def size(self, formula: Sum, x: FloatArray) -> FloatArray:
        """Return ones."""
        return np.ones(len(x))

    def is_applicable(self, y: FloatArray) -> bool:
        """Say that every target may have it."""
        return True

    def label(self, y: str) -> str:
        """Name residuals in y's own unit."""
        return f"residual of {y}"


@final
@dataclass(frozen=True)
class RelativeNoise(NoiseModel):
    """Noise in proportion to the value: y = f(x) (1 + σ ε)."""

    name: ClassVar[str] = "relative"
    size_is_value: ClassVar[bool] = True

    def size(self, formula: Sum, x: FloatArray) -> FloatArray:
        """Return |f|."""
        return np.abs(evaluate(formula, x))

    def is_applicable(self, y: FloatArray) -> bool:
        """Say whether no value is 0, which would have no noise.

        Values of both signs need not pass through 0: beside a pole they pass through infinity.
        """
        return bool((y != 0).all())

    def label(self, y: str) -> str:
        """Name residuals in units of the value."""
        return "relative residual"


@final
@dataclass(frozen=True)
class VariablesNoise(NoiseModel):
    r"""Errors of one relative size in all variables, as of rounding to so many digits.

    $$y = f(\xi)(1 + \sigma \varepsilon_0), \quad x_j = \xi_j (1 + \sigma \varepsilon_j), \qquad
    g = \sqrt{f^2 + \sum_j \Bigl(x_j \frac{\partial f}{\partial x_j}\Bigr)^2}$$

    The formula carries the errors of its inputs on to y by its slopes, to first order (the
    effective variance of Orear, *Least squares when both variables have uncertainties*, 1982).
    """

    name: ClassVar[str] = "variables"
    # The slopes of a product are in proportion to it: its g is a multiple of |f|.
    same_for_products: ClassVar[str] = RelativeNoise.name

    def size(self, formula: Sum, x: FloatArray) -> FloatArray:
        """Add up what the errors of all variables do to y."""
        value = np.abs(evaluate(formula, x))
        with np.errstate(all="ignore"):
            carried = np.where(x == 0, 0.0, x * gradient(formula, x))  # a slope may be infinite
            shares = np.column_stack([value, carried])
            # Scaled by the largest share, so that no square overflows; `tiny` keeps 0 / 0 out.
            largest = np.maximum(np.abs(shares).max(axis=1, keepdims=True), np.finfo(float).tiny)
            return largest[:, 0] * np.linalg.norm(shares / largest, axis=1)

    def is_applicable(self, y: FloatArray) -> bool:
        """Say that every target may have it."""
        return True

    def label(self, y: str) -> str:
        """Name residuals in units of what an error of 100 % in all variables would do."""
        return "as relative error of all variables"


class _ByName(type):
    """Lets the class `Noise` be called and iterated like an enumeration."""

    def __call__(cls, name: str) -> NoiseModel:
        return find_noise(name)

    def __iter__(cls) -> Iterator[NoiseModel]:
        return iter(noise_models())


@final
class Noise(metaclass=_ByName):
    """The noise models of the package; called with a name, or iterated, also the registered ones.

    Example:
        >>> Noise("relative") is Noise.RELATIVE
        True
    """

    CONSTANT: Final[NoiseModel] = ConstantNoise()
    RELATIVE: Final[NoiseModel] = RelativeNoise()
    VARIABLES: Final[NoiseModel] = VariablesNoise()
    ROUNDING: Final[NoiseModel] = RoundingNoise()
    OUTLIERS: Final[NoiseModel] = OutliersNoise()
    RELATIVE_OUTLIERS: Final[NoiseModel] = RelativeOutliersNoise()


# At import, so that `Noise` and names in saved files find them.
for _model in (
    Noise.CONSTANT,
    Noise.RELATIVE,
    Noise.VARIABLES,
    Noise.ROUNDING,
    Noise.OUTLIERS,
    Noise.RELATIVE_OUTLIERS,
):
    register_noise(_model)
own_models_registered()


def noise_size(formula: Sum, x: FloatArray, *, noise: NoiseModel) -> FloatArray:
    r"""Return $g_r$ of $y_r = f(x_r) + \sigma g_r \varepsilon_r$, the rows' noise in units of σ.

    Args:
        formula: f.
        x: Inputs `(rows, inputs)`.
        noise: Whose size the residuals share.

    Returns:
        `(rows,)`, NaN where the formula has no value, or its slope none.

    Raises:
        InvalidValueError: If the noise model does not return one number for each row.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product
        >>> square = Sum((Product(Fraction(1), (Power(0, Fraction(2)),)),))
        >>> noise_size(square, np.array([[3.0]]), noise=Noise.VARIABLES)  # 9² + (3 * 6)²
        array([20.1246118])
    """
    size = noise.size(formula, x)
    if size.shape != (len(x),):
        raise InvalidValueError(
            f"the size of {noise.name} noise should have the shape ({len(x)},), one number for "
            f"each row; found {size.shape}. Correct the method `size` of that noise model."
        )
    return size
