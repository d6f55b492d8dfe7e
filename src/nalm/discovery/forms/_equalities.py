"""The constants of a form that keep the equalities of a problem."""

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.constraints._projection import Equalities, fit_within
from nalm.discovery.forms._minimum import Bounds
from nalm.discovery.forms._rows import FormRows
from nalm.discovery.problem._problem import Problem
from nalm.errors import InvalidValueError
from nalm.symbolic import Form


def equalities_of(form: Form, problem: Problem) -> Equalities | None:
    """Return the equalities as functions of the constants; None without any.

    Args:
        form: With its constants.
        problem: With what is known.
    """
    known = problem.known
    if known is None or not known.equalities:
        return None

    of_numbers = known.equalities_of(form.formula, None)

    def misses(constants: FloatArray) -> FloatArray:
        return of_numbers.misses(form.values(constants))

    def slopes(constants: FloatArray) -> FloatArray:
        return of_numbers.slopes(form.values(constants)) @ form.slopes(constants)

    return Equalities(misses, slopes, np.eye(len(form.constants)))


def free_directions(form: Form, problem: Problem, *, values: FloatArray) -> FloatArray:
    """Return the directions of the constants in which equalities stay kept.

    Args:
        form: With its constants.
        problem: With what is known.
        values: Of the constants, which keep them `(constants,)`.

    Returns:
        Orthonormal columns `(constants, directions)`; all where there are no equalities.
    """
    equalities = equalities_of(form, problem)
    every = np.eye(len(form.constants))
    found = None if equalities is None else equalities.kept_directions(values)
    return every if found is None else found


def polish_within(
    rows: FormRows, begin: FloatArray, *, problem: Problem, bounds: Bounds
) -> FloatArray:
    """Move constants onto the equalities, and fit them along these.

    A constant that a bound held before, or that goes beyond one, stays there.

    Args:
        rows: The form.
        begin: Constants that nearly keep them.
        problem: With what is known.
        bounds: Of the constants.

    Returns:
        The constants; as they were where there are no equalities.

    Raises:
        InvalidValueError: If no constants near these keep the equalities.
    """
    equalities = equalities_of(rows.form, problem)
    if equalities is None:
        return begin
    values = begin
    for _ in range(len(begin) + 1):
        within = (values > bounds.low) & (values < bounds.high)
        own = equalities._replace(basis=np.eye(len(begin))[:, within])
        there = own.onto(values)
        if there is None:
            break
        there = fit_within(own, there, residual=rows.residual, slope=rows.slope)
        values = bounds.inside(there)
        if (values == there).all():
            return values
    assert problem.known is not None
    texts = "; ".join(map(str, problem.known.equalities))
    raise InvalidValueError(
        f"form {rows.form.text!r}: expected constants within their bounds that keep the "
        f"constraints {texts}, found none. Write another form, or leave a constraint out."
    )
