"""From a request to what is found: reads the files, chooses the estimator, fits."""

from nalm.errors import InvalidValueError
from nalm.inquiry._findings import Findings
from nalm.inquiry._request import Effort, Request
from nalm.inquiry._unit_file import column_units
from nalm.tables import read_table


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
    verbose = int(not quiet)
    if request.time is not None:
        from nalm.inquiry._motion_search import discover_motion

        return discover_motion(frame, request, effort=effort, units=units, verbose=verbose)
    from nalm.inquiry._table_search import discover_law

    return discover_law(frame, request, effort=effort, units=units, verbose=verbose)
