"""A user's form against the table that it is for: which names are columns, and which the target."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nalm.discovery.problem._validation import Table
from nalm.discovery.result._names import renamed, symbols
from nalm.errors import InvalidTypeError, InvalidValueError
from nalm.symbolic import Form, read_form

ALIASES = ("x", "t")
"""What a single column without a name may be called besides x0."""
UNNAMED = "y"
"""What a target without a name is called."""

NO_NUMBERS = frozenset({"nan", "inf", "infinity"})
"""What would look like a number, and be fitted as a constant."""


def read_user_form(
    text: str, table: Table, *, names: Sequence[str], columns: Sequence[str] = ()
) -> tuple[Form, Table]:
    """Read a form, and name the target as its left side does if it has no name.

    Args:
        text: What the user wrote.
        table: With one target.
        names: Of the columns, as they stand in equations.
        columns: The same names as the table has them; empty for an array. A form may also name
            them with their units, as `v0_m_s`, which is read as the `v0` of the equations.

    Returns:
        The form, and the table with its target's name.

    Raises:
        InvalidTypeError: If the form is no text.
        InvalidValueError: If it cannot be read, has none of the columns, or another target; if the
            target is called as an input, or a constant as what is no number; or if there are
            several targets.

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
    [target] = symbols(table.targets, beside=columns)
    known = dict(zip([*table.targets, *columns], [target, *names], strict=False))
    for full, name in renamed([*known], [*known.values()]).items():
        text = re.sub(rf"(?<!\w){full}(?!\w)", name, text)
    form = _with_columns(text, names, written=known)
    _check_names(form, target=form.target or target)
    if not form.target or form.target == target:
        return form, table
    if table.targets != (UNNAMED,):
        raise InvalidValueError(
            f"form {text!r}: expected the target {target} on the left side, "
            f"found {form.target}. Write its name, or the right side alone."
        )
    return form, replace(table, targets=(form.target,))


def _check_names(form: Form, *, target: str) -> None:
    if target in form.inputs:
        raise InvalidValueError(
            f"form {form.text!r}: expected another name for the target than those of the inputs "
            f"{', '.join(form.inputs)}, found {target}. Write it on the left side, such as "
            f"{target}_new = …, or rename the column."
        )
    wrong = [name for name in form.constants if name.lower() in NO_NUMBERS]
    if wrong:
        raise InvalidValueError(
            f"form {form.text!r}: expected names of constants, found {wrong[0]}, which is no "
            "finite number. Write a number, or another name for a constant."
        )


def _with_columns(text: str, names: Sequence[str], *, written: Mapping[str, str]) -> Form:
    form = read_form(text, names, written=written)
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
