"""From a request for a form to its constants, beside what a search finds."""

import warnings
from collections import Counter
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from nalm.errors import InputWarning, InvalidValueError, UnknownNameError
from nalm.inquiry._columns import cells_of
from nalm.inquiry._findings import Findings
from nalm.inquiry._fitted_table import FittedTable
from nalm.inquiry._form_request import FormRequest
from nalm.inquiry._request import Effort, Request
from nalm.inquiry._table_search import discover_law
from nalm.tables import Frame, date_like, quoted, read_table

MOST_GROUPS = 20
"""Distinct texts beyond which a column names rows rather than groups."""
LEAST_EACH = 3
"""Rows that each group has at least."""


def fit_law(request: FormRequest, effort: Effort, *, quiet: bool) -> Findings:
    """Fit the form that was given.

    Args:
        request: The form, and the table.
        effort: How to search other forms.
        quiet: Whether to show no progress.

    Returns:
        What was found.

    Raises:
        InvalidValueError: If the form, the data or the options cannot work.
        UnknownNameError: If the target is no column.
        DataError: If the file cannot be read.
    """
    frame = read_table(request.data, request.reading)
    target, inputs = _columns(request.form, frame)
    others = tuple(name for name in request.inputs if name not in inputs)
    used = (target, *inputs, *others, request.weights)
    _say_groups(frame, [name for name in map(str, frame.columns) if name not in used])
    columns = Request(
        data=request.data,
        target=target,
        inputs=(*inputs, *others),
        weights=request.weights,
        drop_missing=request.drop_missing,
    )

    def fit(estimator: Any, x: Frame, y: Frame, rows: dict[str, Any]) -> None:  # noqa: ANN401
        estimator.fit_form(
            request.form,
            x,
            y,
            start=request.start,
            bounds=request.bounds,
            sample_weight=rows["sample_weight"],
            search=request.search,
        )

    verbose = int(not quiet)
    found = discover_law(frame, columns, effort=effort, units={}, verbose=verbose, fit=fit)
    kept = FittedTable.of(frame, [target, *columns.inputs], units={}, time=None)
    return replace(found, table=kept)


def _columns(text: str, frame: Frame) -> tuple[str, tuple[str, ...]]:
    """Return the columns that a form names: its target, and its inputs."""
    from nalm.discovery import symbols
    from nalm.symbolic import read_form

    columns = [str(name) for name in frame.columns]
    names = symbols(columns)
    column_of = dict(zip(names, columns, strict=True))
    written = dict(zip(columns, names, strict=True))
    headers: dict[str, str] = frame.attrs.get("headers", {})
    written |= {header: written[name] for header, name in headers.items()}
    form = read_form(text, names, written=written)
    listed = ", ".join(column_of)
    if not form.target:
        raise InvalidValueError(
            f"form {text!r}: expected the target's column on the left side, found no =. Write "
            f"NAME = …, with one of {listed}."
        )
    if form.target not in column_of:
        near = get_close_matches(form.target, list(column_of), n=3, cutoff=0.6)
        hint = f"Did you mean {', '.join(near)}?" if near else f"There are {listed}."
        raise UnknownNameError(
            f"form {text!r}: the table has no column {form.target!r} for the left side. {hint}"
        )
    if not form.used:
        raise InvalidValueError(
            f"form {text!r}: expected a column of the table on the right side, one of {listed}; "
            f"found the constants {', '.join(form.constants) or 'none'} alone. Write the name of a "
            "column."
        )
    return column_of[form.target], tuple(column_of[name] for name in form.used)


def _say_groups(frame: Frame, names: list[str]) -> None:
    """Say which columns outside the form name groups, whose rows are fitted as if they were one."""
    for name in names:
        texts = [*cells_of(frame, name).others.values()]
        counts = Counter(each.strip() for each in texts)
        few = 2 <= len(counts) <= MOST_GROUPS and min(counts.values()) >= LEAST_EACH
        if not few or 2 * len(texts) <= len(frame) or date_like(frame[name]):
            continue
        shown = ", ".join([*counts][:3]) + (", …" if len(counts) > 3 else "")
        warnings.warn(
            f"column {name!r} holds text ({shown}), which the form does not use: the rows of all "
            "are fitted together. If it names groups whose constants may differ, search a formula "
            f"with nalm discover and --group {quoted([name])}, or give the rows of each group in a "
            "table of their own.",
            InputWarning,
            stacklevel=3,
        )
