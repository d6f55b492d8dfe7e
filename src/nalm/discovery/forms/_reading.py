"""A user's form against the table that it is for: which names are columns, and which the target."""

from collections.abc import Sequence
from dataclasses import replace

from nalm.discovery.problem._validation import Table
from nalm.discovery.result._names import symbols
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.symbolic import Form, read_form

ALIASES = ("x", "t")
"""What a single column without a name may be called besides x0."""
UNNAMED = "y"
"""What a target without a name is called."""


def read_user_form(text: str, table: Table, *, names: Sequence[str]) -> tuple[Form, Table]:
    """Read a form, and name the target as its left side does if it has no name.

    Args:
        text: What the user wrote.
        table: With one target.
        names: Of the columns, as they stand in equations.

    Returns:
        The form, and the table with its target's name.

    Raises:
        InvalidTypeError: If the form is no text.
        InvalidValueError: If it cannot be read, has none of the columns, or another target; or if
            there are several targets.

    Example:
        >>> import numpy as np
        >>> one = np.ones((2, 1))
        >>> table = Table(x=one, y=one, weight=one[:, 0], targets=("y",), flat=True)
        >>> read_user_form("v = k*x", table, names=["x0"])[1].targets
        ('v',)
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidTypeError(
            f'form: expected a text such as "a*exp(-b*t) + c", found {type(text).__name__}.'
        )
    if len(table.targets) != 1:
        raise InvalidValueError(
            f"y: expected one target for a form, found {len(table.targets)}. Fit them one by one."
        )
    form = _with_columns(text, names)
    if not form.target or form.target in symbols(table.targets):
        return form, table
    if table.targets != (UNNAMED,):
        raise InvalidValueError(
            f"form {text!r}: expected the target {symbols(table.targets)[0]} on the left side, "
            f"found {form.target}. Write its name, or the right side alone."
        )
    return form, replace(table, targets=(form.target,))


def _with_columns(text: str, names: Sequence[str]) -> Form:
    form = read_form(text, names)
    if set(form.used) & set(names):
        return form
    if list(names) == ["x0"]:
        for alias in ALIASES:
            if alias in form.constants:
                return read_form(text, [alias])
    raise InvalidValueError(
        f"form {text!r}: expected an input, one of the columns {', '.join(names)}; found "
        f"{', '.join(form.constants) or 'numbers'} alone. Write the columns' names, or give X as a "
        "DataFrame that has the names of the form."
    )
