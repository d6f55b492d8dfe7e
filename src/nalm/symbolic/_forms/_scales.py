"""How large the constants of a form may be, as far as the data say it.

A sum has terms of one size, the argument of a function and an exponent have the size 1 (that of a
sine a few periods), and the form has the size of the target. On the logarithmic scale these are
linear equations in the sizes of the constants; they need not agree, so that the answer is that of
least squares.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.symbolic._forms._expression import (
    Added,
    Applied,
    Expression,
    Multiplied,
    Name,
    Raised,
    exact_value,
    names_in,
)

PERIODIC, ANGLE = ("sin", "cos", "tan"), 10.0
"""Functions that come back, and the size of their argument: some periods among the rows."""
WIDTHS = 8
"""How many times the range of an input is wider than what happens about a shift in it."""


@final
@dataclass(frozen=True, kw_only=True)
class Scales:
    """Hold sizes of constants.

    Attributes:
        sizes: Of each constant, positive `(constants,)`.
        shifts: Range of an input that a constant is added to, with the sign it has there: NaN for
            constants that are no such shift `(constants, 2)`.
    """

    sizes: FloatArray
    shifts: FloatArray


def find_scales(
    expression: Expression,
    constants: Sequence[str],
    *,
    columns: Mapping[str, FloatArray],
    y: FloatArray,
) -> Scales:
    """Read the sizes of constants from the data.

    Args:
        expression: What a user wrote.
        constants: Names of its constants.
        columns: Name -> values of each input `(rows,)`.
        y: Target `(rows,)`.

    Returns:
        Their sizes.

    Example:
        >>> from nalm.symbolic import read_form
        >>> form, t = read_form("a*exp(-b*t)", ["t"]), np.array([0.0, 100.0])
        >>> columns = {"t": t}
        >>> find_scales(
        ...     form.expression, form.constants, columns=columns, y=np.array([7.0, 7.0])
        ... ).sizes.round(3)
        array([7.   , 0.014])
    """
    reader = _Reader(constants, columns)
    whole = reader.size(expression)
    whole[-1] -= _log(_root_mean_square(y))
    rows = np.array([*reader.equations, whole])
    solution = np.linalg.lstsq(rows[:, :-1], -rows[:, -1], rcond=None)[0]
    # Sizes beyond these would overflow in any power.
    return Scales(sizes=np.exp(np.clip(solution, -230, 230)), shifts=reader.shifts)


@final
class _Reader:
    """Collects equations; a size is a vector of one factor per constant, and the rest."""

    def __init__(self, constants: Sequence[str], columns: Mapping[str, FloatArray]) -> None:
        self.equations: list[FloatArray] = []
        self.shifts = np.full((len(constants), 2), np.nan)
        self._columns = columns
        self._places = {name: k for k, name in enumerate(constants)}

    def size(self, expression: Expression) -> FloatArray:
        """Return the size of an expression."""
        if isinstance(expression, Name):
            return self._of_name(expression.name)
        if isinstance(expression, Added):
            return self._of_sum(expression)
        if isinstance(expression, Multiplied):
            return np.sum([self.size(factor) for factor in expression.factors], axis=0)
        if isinstance(expression, Raised):
            return self._of_power(expression)
        if isinstance(expression, Applied):
            periodic = expression.function in PERIODIC
            expected = self._number(ANGLE if periodic else 1.0)
            self.equations.append(self.size(expression.argument) - expected)
            return self._number(1.0)
        return self._number(float(expression.value))

    def _number(self, value: float) -> FloatArray:
        return np.append(np.zeros(len(self._places)), _log(abs(value)))

    def _of_name(self, name: str) -> FloatArray:
        if name in self._columns:
            return self._number(_root_mean_square(self._columns[name]) or 1.0)
        unit = self._number(1.0)
        unit[self._places[name]] = 1.0
        return unit

    def _of_sum(self, expression: Added) -> FloatArray:
        sizes = [self.size(term) for term in expression.terms]
        mean = np.mean(sizes, axis=0)
        self.equations += [size - mean for size in sizes]
        shifted = self._shifted(expression)
        return mean if shifted is None else self._number(float(np.ptp(shifted)) / WIDTHS or 1.0)

    def _shifted(self, expression: Added) -> FloatArray | None:
        """Find an input in a sum with a constant: of x - b the size is the spread of x."""
        signs = dict(filter(None, map(_bare, expression.terms)))
        column = next((self._columns[name] for name in signs if name in self._columns), None)
        sign = next((signs[name] for name in signs if name in self._columns), 0.0)
        moved = [name for name in signs if name in self._places]
        if column is None or not moved:
            return None
        for name in moved:  # it lies about where x does
            ends = np.array([column.min(), column.max()])
            self.shifts[self._places[name]] = np.sort(-sign * signs[name] * ends)
        return column

    def _of_power(self, expression: Raised) -> FloatArray:
        base, exponent = self.size(expression.base), exact_value(expression.exponent)
        if exponent is not None:
            return float(exponent) * base
        if any(name in self._columns for name in names_in(expression.exponent)):
            return self._number(1.0)
        self.equations.append(self.size(expression.exponent))
        return base


def _bare(term: Expression) -> tuple[str, float] | None:
    """Return the name that a term is but for its sign."""
    if isinstance(term, Name):
        return term.name, 1.0
    if isinstance(term, Multiplied) and len(term.factors) == 2:
        sign, factor = exact_value(term.factors[0]), term.factors[1]
        if sign in (1, -1) and isinstance(factor, Name):
            return factor.name, float(sign)
    return None


def _root_mean_square(values: FloatArray) -> float:
    largest = float(np.abs(values).max(initial=0.0))
    return largest * float(np.sqrt(np.mean(np.square(values / largest)))) if largest else 0.0


def _log(value: float) -> float:
    return float(np.log(value)) if value > 0 else 0.0
