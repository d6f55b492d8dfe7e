"""A form with named constants: a formula whose measured numbers are formulas of the constants.

    f(x; θ) = F(x; p(θ)),   ∂f/∂θ = ∂F/∂p · ∂p/∂θ

F is a `Sum`, p are its measured numbers and θ the constants. Each constant may come more than once
and anywhere, as in a*x + a^2, where p = (a, a²).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import InvalidValueError
from nalm.symbolic._calculus._evaluate import evaluate
from nalm.symbolic._calculus._gradient import gradient
from nalm.symbolic._forms._expression import Expression, names_in
from nalm.symbolic._forms._headers import check_headers
from nalm.symbolic._forms._linear import linear_constants
from nalm.symbolic._forms._lower import as_sum, lower
from nalm.symbolic._forms._parse import parse
from nalm.symbolic._forms._scales import Scales, find_scales
from nalm.symbolic._forms._tokens import plain_name
from nalm.symbolic._formula._formula import Sum
from nalm.symbolic._formula._parameters import with_parameters


@final
@dataclass(frozen=True, kw_only=True)
class Form:
    """Hold a form that a user wrote; `read_form` makes it.

    Attributes:
        text: As it was written.
        target: Name on the left side; empty if there is none.
        inputs: Names of all inputs, whether it has them or not.
        constants: Names of what is to be fitted, in the order in which they come.
        expression: What was written, as a tree.
        formula: F, with 1.0 for each number that depends on the constants.
        numbers: p: each of these numbers as a formula of the constants.
    """

    text: str
    target: str
    inputs: tuple[str, ...]
    constants: tuple[str, ...]
    expression: Expression
    formula: Sum
    numbers: tuple[Sum, ...]

    def values(self, constants: FloatArray) -> FloatArray:
        """Compute the numbers p of the formula.

        Args:
            constants: θ `(constants,)`, or several of them `(draws, constants)`.

        Returns:
            `(numbers,)` or `(draws, numbers)`; NaN where there is no value, as of log(a) for a < 0.
        """
        rows = np.atleast_2d(constants)
        found = np.empty((len(rows), len(self.numbers)))
        for place, source, factor in self._proportional:
            found[:, place] = factor * rows[:, source]
        for place in self._others:
            found[:, place] = evaluate(self.numbers[place], rows)
        return found if constants.ndim == 2 else found[0]

    def slopes(self, constants: FloatArray) -> FloatArray:
        """Differentiate the numbers by the constants.

        Args:
            constants: θ `(constants,)`, or several of them `(draws, constants)`.

        Returns:
            ∂p/∂θ `(numbers, constants)` or `(draws, numbers, constants)`.
        """
        rows = np.atleast_2d(constants)
        found = np.zeros((len(rows), len(self.numbers), len(self.constants)))
        for place, source, factor in self._proportional:
            found[:, place, source] = factor
        for place in self._others:
            found[:, place] = gradient(self.numbers[place], rows)
        return found if constants.ndim == 2 else found[0]

    def at(self, constants: Sequence[float] | FloatArray) -> Sum:
        """Return the formula with values for the constants.

        Args:
            constants: θ `(constants,)`.

        Example:
            >>> from nalm.symbolic import read_form, to_text
            >>> to_text(read_form("a*x + a^2", ["x"]).at([3.0]), ["x"])
            '3*x + 9'
        """
        return with_parameters(self.formula, self.values(np.array(constants, dtype=np.float64)))

    @cached_property
    def used(self) -> tuple[str, ...]:
        """Names of the inputs that it has, in the order in which they come."""
        known = {plain_name(name): name for name in self.inputs}
        names = dict.fromkeys(names_in(self.expression))
        return tuple(known[name] for name in names if name in known)

    @cached_property
    def linear(self) -> tuple[int, ...]:
        """Places of constants in which the form is linear, all of them together."""
        return linear_constants(self.expression, self.constants)

    def scales(self, x: FloatArray, y: FloatArray) -> Scales:
        """Read from data how large the constants may be.

        Args:
            x: Inputs `(rows, inputs)`.
            y: Target `(rows,)`.
        """
        columns = {plain_name(name): column for name, column in zip(self.inputs, x.T, strict=True)}
        return find_scales(self.expression, self.constants, columns=columns, y=y)

    @cached_property
    def _proportional(self) -> tuple[tuple[int, int, float], ...]:
        """Numbers that are a multiple of one constant: place, constant, factor. Most are."""
        found = ((place, _multiple(number)) for place, number in enumerate(self.numbers))
        return tuple((place, *each) for place, each in found if each is not None)

    @cached_property
    def _others(self) -> tuple[int, ...]:
        return tuple(k for k, number in enumerate(self.numbers) if _multiple(number) is None)


def read_form(
    text: str, inputs: Sequence[str], *, written: Mapping[str, str] | None = None
) -> Form:
    """Read a form: names of inputs are inputs, every other name is a constant to be fitted.

    Numbers, `+ - * / ^` (also `**`, and `·`, `×`, `²` and their like), brackets, pi, and functions:
    those of `nalm.symbolic.function_names`, and sqrt, abs, ln, log10, log2, sinh, cosh, asin, acos,
    atan. Exponents may be constants, as in x^n. What is written is never executed.

    Args:
        text: "a*exp(-b*t) + c", or with the target "y = a*exp(-b*t) + c".
        inputs: Names of all inputs.
        written: Header of a column, such as "U/V" → its name in a form; a form with that header is
            refused, unless all its letters are names.

    Returns:
        The form.

    Raises:
        InvalidValueError: If it cannot be read; the message says where, what was expected and
            found, and what to write.

    Example:
        >>> from nalm.symbolic import read_form
        >>> read_form("y = a*exp(-b*t) + c", ["t"]).constants
        ('a', 'b', 'c')
        >>> read_form("a*foo(t)", ["t"])
        Traceback (most recent call last):
        nalm.errors.InvalidValueError: form 'a*foo(t)': expected a function before the bracket at...
    """
    check_headers(text, written or {})
    known = tuple(plain_name(name) for name in inputs)
    target, expression = parse(text, known)
    names = dict.fromkeys(names_in(expression))
    if target and target in names:
        raise InvalidValueError(
            f"form {text!r}: expected the target {target} on the left side alone, found it on the "
            "right too. Solve the equation for it."
        )
    constants = tuple(name for name in names if name not in known)
    formula, numbers = lower(expression, {name: i for i, name in enumerate(known)})
    return Form(
        text=text.strip(),
        target=target,
        inputs=tuple(inputs),
        constants=constants,
        expression=expression,
        formula=formula,
        numbers=tuple(as_sum(number, constants) for number in numbers),
    )


def _multiple(number: Sum) -> tuple[int, float] | None:
    """Return a constant's place and the factor before it, if that is all."""
    if len(number.terms) != 1 or len(number.terms[0].powers) != 1:
        return None
    [power] = number.terms[0].powers
    if isinstance(power.base, int) and power.exponent == 1:
        return power.base, float(number.terms[0].coefficient)
    return None
