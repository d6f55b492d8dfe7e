"""From requests to what is found: reads the files, chooses the estimator, fits."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from nalm.errors import InvalidValueError
from nalm.inquiry._findings import Findings
from nalm.inquiry._fitted_table import FittedTable
from nalm.inquiry._request import Effort, Request
from nalm.inquiry._unit_file import column_units
from nalm.tables import Frame, read_table


def discover(request: Request, effort: Effort, *, quiet: bool) -> Findings:
    """Find the equation that was asked for.

    Args:
        request: Which columns of which table.
        effort: How to search.
        quiet: Whether to show no progress.

    Returns:
        What was found; after Ctrl-C the best so far.

    Raises:
        InvalidValueError: If the data or the options cannot work.
        UnknownNameError: If the table lacks a column.
        DataError: If a file cannot be read.
    """
    return _search(_read(request, effort), effort=effort, verbose=int(not quiet))


def discover_each(
    requests: Sequence[Request], effort: Effort, *, quiet: bool
) -> Iterator[Findings]:
    """Find the equation of each of several tables.

    All are read before the first is searched. With several workers, or inside
    `joblib.parallel_config`, each searches a table of its own.

    Args:
        requests: Which columns of which tables.
        effort: How to search each.
        quiet: Whether to show no progress.

    Yields:
        What was found, in the order of the tables.

    Raises:
        InvalidValueError: If the data or the options cannot work.
        UnknownNameError: If a table lacks a column.
        DataError: If a file cannot be read.
    """
    tables = [_read(request, effort) for request in requests]
    from nalm.discovery import Jobs

    jobs = Jobs(count=effort.workers)
    if jobs.processes == 1 or len(tables) == 1:
        yield from (_search(each, effort=effort, verbose=int(not quiet)) for each in tables)
        return
    alone = replace(effort, workers=None)
    for found, said in jobs.map(partial(_search_elsewhere, effort=alone), tables):
        for message in said:
            warnings.warn(message, stacklevel=2)
        yield found


class _Table(NamedTuple):
    frame: Frame
    request: Request
    units: dict[str, str]


def _read(request: Request, effort: Effort) -> _Table:
    """Read a table, and see whether it has what was asked for."""
    if effort.constraints and request.time is not None:
        raise InvalidValueError(
            f"--constraint: expected a table without --time, found {effort.constraints[0]!r} and "
            f"--time {request.time}. Leave the constraints out, or give --target."
        )
    frame = read_table(request.data, request.reading)
    # A wrong name was said by now: NumPy, pandas and the estimators take seconds to load.
    from nalm.inquiry._table_search import input_columns, with_names

    request = with_names(request, frame)
    used = [*input_columns(frame, request), *([request.target] if request.target else [])]
    units = column_units(frame, request.units, columns=used, labels=request.time is not None)
    return _Table(frame, request, units)


def _search(table: _Table, *, effort: Effort, verbose: int) -> Findings:
    frame, request, units = table
    if request.time is not None:
        from nalm.inquiry._motion_search import discover_motion as find
    else:
        from nalm.inquiry._table_search import discover_law as find

    found = find(frame, request, effort=effort, units=units, verbose=verbose)
    used = [each for one in found.findings for each in (one.target, *one.inputs)]
    kept = [*used, *request.named.values()]
    return replace(found, table=FittedTable.of(frame, kept, units=units, time=request.time))


def _search_elsewhere(table: _Table, *, effort: Effort) -> tuple[Findings, list[Warning]]:
    """Search in another process, whose warnings nobody would see."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = _search(table, effort=effort, verbose=0)
    return found, [each.message for each in caught if isinstance(each.message, Warning)]
