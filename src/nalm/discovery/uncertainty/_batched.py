"""One formula at many parameter vectors: values and derivatives as whole arrays."""

import math
from collections.abc import Iterator

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic import Call, Number, Power, Product, Sum, find_function


def evaluate_many(formula: Sum, x: FloatArray, *, values: FloatArray) -> FloatArray:
    r"""Evaluate $f(x_r; \theta_d)$ for all draws and rows.

    Args:
        formula: Where the parameters stand; their own values are ignored.
        x: Inputs `(rows, inputs)`, or others for each draw `(draws, rows, inputs)`.
        values: Parameters `(draws, parameters)`, in the order of `nalm.symbolic.parameters`.

    Returns:
        `(draws, rows)`; NaN outside the domain.

    Example:
        >>> root = Sum((Product(2.0, (Power(0, 0.5),)),))
        >>> evaluate_many(root, np.array([[4.0], [9.0]]), values=np.array([[2.0, 0.5], [1.0, 2.0]]))
        array([[ 4.,  6.],
               [16., 81.]])
    """
    with np.errstate(all="ignore"):
        # The iterator hands out the parameters in the order in which the formula is walked.
        total, _ = _sum(formula, _Data(x, values), iter(range(values.shape[1])), False)
    return np.array(np.broadcast_to(total, (len(values), x.shape[-2])))


def derive_many(
    formula: Sum, x: FloatArray, *, values: FloatArray
) -> tuple[FloatArray, list[FloatArray]]:
    r"""Evaluate $f(x_r; \theta_d)$ and $\partial f / \partial \theta_j$ for all draws and rows.

    Args:
        formula: Where the parameters stand; their own values are ignored.
        x: Inputs `(rows, inputs)`.
        values: Parameters `(draws, parameters)`.

    Returns:
        The values `(draws, rows)`, and one array of that shape for each parameter.
    """
    shape = (len(values), len(x))
    with np.errstate(all="ignore"):
        total, slopes = _sum(formula, _Data(x, values), iter(range(values.shape[1])), True)
    return np.broadcast_to(total, shape), [np.broadcast_to(slope, shape) for slope in slopes]


class _Data:
    """Inputs with their logarithms where these exist, and parameters as columns."""

    def __init__(self, x: FloatArray, values: FloatArray) -> None:
        self.x = x
        self.values = values
        self._logs: dict[int, FloatArray | None] = {}

    def log(self, column: int) -> FloatArray | None:
        """Return the logarithm of an input that is positive everywhere, computed once."""
        if column not in self._logs:
            # exp(p ln x) with a logarithm that all powers of an input share is much cheaper than
            # one power for every draw and row.
            values = self.x[..., column]
            self._logs[column] = np.log(values) if bool((values > 0).all()) else None
        return self._logs[column]


def _sum(
    formula: Sum, data: _Data, columns: Iterator[int], slopes: bool
) -> tuple[FloatArray, list[FloatArray]]:
    total: FloatArray = np.zeros(data.x.shape[:-1])
    derived: list[FloatArray] = []
    for term in formula.terms:
        value, own = _product(term, data, columns, slopes)
        total = total + value
        derived += own
    return total, derived


def _product(
    term: Product, data: _Data, columns: Iterator[int], slopes: bool
) -> tuple[FloatArray, list[FloatArray]]:
    coefficient = _number(term.coefficient, data, columns)
    powers = [_power(power, data, columns, slopes) for power in term.powers]
    factors = [value for value, _ in powers]
    everything: FloatArray = math.prod(factors, start=np.ones(data.x.shape[:-1]))
    derived = [everything] if slopes and isinstance(term.coefficient, float) else []
    for place, (_, own) in enumerate(powers):
        if own:
            # Not everything / factor: the factor may be 0.
            rest = math.prod(factors[:place] + factors[place + 1 :], start=coefficient)
            derived += [rest * slope for slope in own]
    return coefficient * everything, derived


def _power(
    power: Power, data: _Data, columns: Iterator[int], slopes: bool
) -> tuple[FloatArray, list[FloatArray]]:
    p = _number(power.exponent, data, columns)
    measured = isinstance(power.exponent, float)
    log = None
    inner: list[FloatArray] = []
    if isinstance(power.base, Sum):
        base, inner = _sum(power.base, data, columns, slopes)
    elif isinstance(power.base, Call):
        base, inner = _call(power.base, data, columns, slopes)
    else:
        base = data.x[..., power.base]
        log = data.log(power.base) if measured else None
    # An exact exponent keeps NumPy's power, which is right for negative bases too.
    value = np.exp(p * log) if measured and log is not None else _raised(base, p)
    derived: list[FloatArray] = []
    if slopes and measured:
        # d/dp bᵖ = bᵖ ln b. Where b = 0 and p > 0 its limit is 0, which ln 1 = 0 stands for.
        derived.append(value * (np.log(np.where(base == 0, 1.0, base)) if log is None else log))
    if inner:
        slope = p * _raised(base, p - 1)
        derived += [slope * each for each in inner]
    return value, derived


def _call(
    call: Call, data: _Data, columns: Iterator[int], slopes: bool
) -> tuple[FloatArray, list[FloatArray]]:
    function = find_function(call.function)
    argument, inner = _sum(call.argument, data, columns, slopes)
    slope = function.derivative(argument) if inner else argument
    return function.value(argument), [slope * each for each in inner]


def _raised(base: FloatArray, p: FloatArray) -> FloatArray:
    # Saves a power for plain inputs, and for the inner derivatives of squares.
    if p.size == 1 and p.item() == 1:
        return base
    value = np.power(base, p)
    # NumPy says infinity there; all code that reads values takes NaN for outside the domain.
    return np.where((base == 0) & (p < 0), np.nan, value)


def _number(number: Number, data: _Data, columns: Iterator[int]) -> FloatArray:
    if isinstance(number, float):
        # A column, to be broadcast against rows.
        return data.values[:, next(columns), None]  # (draws, 1)
    return np.array([float(number)])
