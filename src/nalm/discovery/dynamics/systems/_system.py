"""Right-hand sides of several states, written as shared terms with fixed factors.

    dxᵢ/dt = Σₖ Bᵢₖ φₖ(x, u, t)

The terms φ are formulas with measured numbers; the balance B is known. What leaves one state and
enters another is one term with the factors -1 and +1, so both equations share its numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.result._balanced import balanced
from nalm.discovery.rewriting._properties import numbers_of
from nalm.symbolic import (
    Call,
    Fold,
    Number,
    Power,
    Product,
    Sum,
    evaluate,
    jacobian,
    parameters,
    with_parameters,
)


@dataclass(frozen=True, kw_only=True)
class System:
    """Differential equations of some columns, the others being known functions of time.

    Attributes:
        terms: The formulas φ, functions of all columns.
        balance: The factors B `(states, terms)`.
        columns: Which column each state is.
    """

    terms: tuple[Sum, ...]
    balance: FloatArray
    columns: tuple[int, ...]

    @property
    def formulas(self) -> tuple[Sum, ...]:
        """The right-hand side of each state."""
        return balanced(self.terms, self.balance)


def independent(formulas: tuple[Sum, ...], columns: tuple[int, ...] | None = None) -> System:
    """Make a system in which every equation has its own numbers.

    Args:
        formulas: One right-hand side per state.
        columns: Which column each state is; by default, the first ones.
    """
    chosen = tuple(range(len(formulas))) if columns is None else columns
    return System(terms=formulas, balance=np.eye(len(formulas)), columns=chosen)


def numbers(system: System) -> FloatArray:
    """Collect the measured numbers of all terms."""
    return np.concatenate([np.empty(0), *(parameters(term) for term in system.terms)])


def with_numbers(system: System, values: FloatArray) -> System:
    """Replace the measured numbers of all terms."""
    terms: list[Sum] = []
    start = 0
    for term in system.terms:
        stop = start + len(parameters(term))
        terms.append(with_parameters(term, values[start:stop]))
        start = stop
    return replace(system, terms=tuple(terms))


def slopes(system: System, inputs: FloatArray) -> FloatArray:
    """Compute dx/dt `(rows, states)` at all columns `(rows, columns)`; NaN outside the domain."""
    with np.errstate(all="ignore"):
        return np.column_stack([evaluate(each, inputs) for each in system.terms]) @ system.balance.T


def linearised(system: System, inputs: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Compute slopes and their derivatives.

    Args:
        system: What is differentiated.
        inputs: All columns `(rows, columns)`.

    Returns:
        Slopes `(rows, states)`, by the states `(rows, states, states)`, and by the measured
        numbers `(rows, states, numbers)`; 0 where a derivative has no finite value.
    """
    values: list[FloatArray] = []
    by_state: list[FloatArray] = []
    by_number: list[FloatArray] = []
    for term in system.terms:
        shifted, meaning = _shifted(term)
        labels = np.array(meaning, dtype=int)
        # The derivative by a 0 that is added to an input is that by the input at this place; the
        # places of one input are summed below.
        derivatives = np.nan_to_num(jacobian(shifted, inputs), nan=0.0, posinf=0.0, neginf=0.0)
        values.append(evaluate(term, inputs))
        by_number.append(derivatives[:, labels < 0])
        by_state.append(
            np.column_stack([derivatives[:, labels == c].sum(axis=1) for c in system.columns])
        )
    balance = system.balance
    # A number acts on every state that has a share in its term.
    blocks = [balance[None, :, k, None] * block[:, None, :] for k, block in enumerate(by_number)]
    with np.errstate(all="ignore"):
        value = np.column_stack(values) @ balance.T
    return (
        value,
        np.einsum("ik,rkj->rij", balance, np.stack(by_state, axis=1)),
        np.concatenate(blocks, axis=2),
    )


def _shifted(formula: Sum) -> tuple[Sum, tuple[int, ...]]:
    """Add a measured 0 to every input: the derivative by it is the one by the input.

    Returns:
        The formula, and for each of its measured numbers the input it shifts, or -1.
    """
    # An exact 1 equals a measured one, so their formulas are equal, and are told apart by this.
    measured = tuple(isinstance(number, float) for number, _ in numbers_of(formula))
    return _shifted_known(formula, measured)


@lru_cache(maxsize=256)
def _shifted_known(formula: Sum, measured: tuple[bool, ...]) -> tuple[Sum, tuple[int, ...]]:
    # A `Fold` visits a formula in the order of `parameters`, which the labels follow.
    labels: list[int] = []

    def number(old: Number) -> Number:
        if isinstance(old, float):
            labels.append(-1)
        return old

    def moved(index: int) -> Sum:
        labels.append(index)
        # x becomes x + 0.0, of which the 0.0 is a measured number.
        itself = Product(Fraction(1), (Power(index, Fraction(1)),))
        return Sum((itself, Product(0.0)))

    shift: Fold[Number, Sum | Call, Power, Product, Sum] = Fold(
        number=number,
        input=moved,
        call=Call,
        power=Power,
        product=lambda coefficient, powers: Product(coefficient, tuple(powers)),
        sum=lambda terms: Sum(tuple(terms)),
    )
    return shift(formula), tuple(labels)


def largest_exponent(system: System) -> float:
    """Return the largest absolute exponent of all terms.

    Args:
        system: Whose exponents are compared.
    """
    exponents = (n for term in system.terms for n, is_exponent in numbers_of(term) if is_exponent)
    return max((abs(float(n)) for n in exponents), default=0.0)


def covariance_of(system: System, covariance: FloatArray, *, state: int) -> FloatArray:
    """Pick the covariance of the measured numbers of one right-hand side, in their order.

    Args:
        system: Whose equation it is.
        covariance: Of all measured numbers of the terms.
        state: The row of the balance.
    """
    places, factors = numbers_of_state(system, state)
    # A coefficient B c has the covariance of c, times B for each of the two numbers.
    return covariance[np.ix_(places, places)] * np.outer(factors, factors)


def numbers_of_state(system: System, state: int) -> tuple[list[int], FloatArray]:
    """Say where the measured numbers of one right-hand side stand among those of the terms.

    Args:
        system: Whose equation it is.
        state: The row of the balance.

    Returns:
        The place of each number, and the factor that it has in the equation.
    """
    places: list[int] = []
    factors: list[float] = []
    start = 0
    for term, factor in zip(system.terms, system.balance[state], strict=True):
        # A factor multiplies the coefficients of the outermost sum, and nothing inside.
        outer = [float(factor) if each else 1.0 for each in _outermost(term)]
        if factor:
            places.extend(range(start, start + len(outer)))
            factors.extend(outer)
        start += len(outer)
    return places, np.array(factors, dtype=np.float64)


def numbers_of_terms(system: System, terms: Sequence[int]) -> list[int]:
    """Say where the measured numbers of some terms stand among those of all.

    Args:
        system: Whose terms.
        terms: Which of them.
    """
    ends = np.cumsum([0, *(len(parameters(term)) for term in system.terms)]).tolist()
    return [place for k in terms for place in range(ends[k], ends[k + 1])]


def _outermost(formula: Sum) -> list[bool]:
    """Tell of each measured number whether it is a coefficient of the outermost sum."""
    marks: list[bool] = []
    for term in formula.terms:
        if isinstance(term.coefficient, float):
            marks.append(True)
        inside = len(parameters(Sum((Product(Fraction(1), term.powers),))))
        marks.extend([False] * inside)
    return marks
