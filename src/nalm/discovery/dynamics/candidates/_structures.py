"""Right-hand sides whose form is known: only their constants are measured."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from nalm.discovery._noise import Noise
from nalm.discovery.dynamics.systems._numbers import whole_exponents
from nalm.discovery.problem._preparation import with_inputs
from nalm.discovery.result._reading import largest_input
from nalm.discovery.scoring._refit import refit
from nalm.discovery.strategy._outputs import Planned
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.symbolic import Power, Product, Sum

FINEST = 12
"""Largest denominator of an exponent that is taken as a fraction."""


def read_structures(
    structures: Any,  # noqa: ANN401
    names: Sequence[str],
    *,
    states: int,
) -> tuple[tuple[int, Sum], ...]:
    """Write the forms that the user knows as formulas.

    Args:
        structures: State -> the exponents of each term, one per column; or a formula.
        names: Of the columns: states, controls, and time if it is an input.
        states: How many of them are states.

    Returns:
        The number of each state and its formula.

    Raises:
        InvalidTypeError: If it is not a mapping, or a form is no list of terms.
        InvalidValueError: If a state is unknown, or the exponents do not fit the columns.

    Example:
        >>> ((state, formula),) = read_structures({"x": [(1,), (2,)]}, ["x"], states=1)
        >>> state, [str(term.powers[0].exponent) for term in formula.terms]
        (0, ['1', '2'])
    """
    if structures is not None and not isinstance(structures, Mapping):
        raise InvalidTypeError(
            "`structures` must map states to forms, such as {'x': [(1, 0), (1, 1)]}; found "
            f"{structures!r}"
        )
    read: list[tuple[int, Sum]] = []
    for name, form in (structures or {}).items():
        if name not in names[:states]:
            raise InvalidValueError(
                f"`structures` names the state {name!r}, which is not there; the states are "
                f"{list(names[:states])}"
            )
        formula = form if isinstance(form, Sum) else _sum(form, name, names)
        if largest_input(formula) >= len(names) or not formula.terms:
            raise InvalidValueError(
                f"`structures[{name!r}]` must be a sum of terms of {list(names)}, found {formula}"
            )
        read.append((list(names).index(name), whole_exponents(formula)))
    return tuple(sorted(read, key=lambda each: each[0]))


def _sum(form: Any, name: str, names: Sequence[str]) -> Sum:  # noqa: ANN401
    try:
        table = np.array([list(term) for term in form], dtype=np.float64)
    except (TypeError, ValueError):
        raise InvalidTypeError(
            f"`structures[{name!r}]` must be a list of terms, each the exponents of {list(names)}, "
            f"or a nalm.symbolic.Sum; found {form!r}"
        ) from None
    if table.ndim != 2 or table.shape[1] != len(names) or not np.isfinite(table).all():
        raise InvalidValueError(
            f"`structures[{name!r}]` must give each term {len(names)} exponents, of {list(names)}; "
            f"found {form!r}"
        )
    return Sum(
        tuple(
            Product(1.0, tuple(Power(i, _exact(p)) for i, p in enumerate(row) if p))
            for row in table.tolist()
        )
    )


def _exact(exponent: float) -> Fraction:
    near = Fraction(exponent).limit_denominator(FINEST)
    # The float 1/3 stands for a third; any other number is taken as it is written.
    return near if abs(float(near) - exponent) < 1e-9 else Fraction(exponent)


def first_guess(formula: Sum, planned: Planned, *, place: int) -> Sum:
    """Fit the constants of a form to slopes, where integration then begins.

    Args:
        formula: In the table's columns.
        planned: The slopes of each state.
        place: Which of the planned problems is that of the state.
    """
    index = {column: i for i, column in enumerate(planned.columns)}
    try:
        own = with_inputs(formula, index)
    except KeyError:  # a control that never changes
        return formula
    with np.errstate(all="ignore"):
        fit = refit(own, planned.prepared[place].problem, noise=Noise.CONSTANT)
    return formula if fit is None else with_inputs(fit.formula, dict(enumerate(planned.columns)))
