"""What a saved model says of other rows, whatever kind of model it is."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from nalm.errors import InvalidValueError
from nalm.tables import Reading, read_table

if TYPE_CHECKING:
    from nalm.inquiry._predicted_columns import Predicted


@dataclass(frozen=True, kw_only=True)
class RowsRequest:
    """Name a saved model and the rows that it is asked about.

    Args:
        model: JSON that `nalm discover --save` wrote.
        data: The table.
        level: Probability that a new measurement lies between the bounds.
        time: Column of times; None for a formula of a table.
        trajectory: Column that tells trajectories apart; None for one.
        group: Column that names each row's group; None for a model without groups.
        reading: How to read the table.
    """

    model: Path
    data: Path
    level: float = 0.95
    time: str | None = None
    trajectory: str | None = None
    group: str | None = None
    reading: Reading = field(default_factory=Reading)


def predict(request: RowsRequest) -> "Predicted":
    """Compute a model's predictions for a table.

    Args:
        request: Which model, and which rows.

    Returns:
        The table with columns of predictions beside it.

    Raises:
        InvalidValueError: If a column is named that the kind of model does not have, or the rows
            cannot work.
        UnknownNameError: If the table lacks a column.
        DataError: If a file cannot be read.
    """
    from nalm.discovery import DynamicsRegressor, load_model
    from nalm.inquiry._fitted_table import FittedTable
    from nalm.inquiry._predicted_motion import predict_motion
    from nalm.inquiry._predicted_table import predict_table

    model, level = load_model(request.model), request.level
    fitted = FittedTable.read(request.model)
    reading = replace(request.reading, usual=fitted.decimal)
    if not isinstance(model, DynamicsRegressor):
        if request.time is not None or request.trajectory is not None:
            raise InvalidValueError(
                "--time and --trajectory are of equations of motion, found in "
                f"{request.model} a formula of a table. Leave the options away."
            )
        frame = read_table(request.data, reading)
        return predict_table(model, frame, level=level, group=request.group, fitted=fitted)
    if request.group is not None:
        raise InvalidValueError(
            f"--group is of formulas of a table, found in {request.model} equations of motion. "
            "Leave the option away; --trajectory tells trajectories apart."
        )
    if request.time is None:
        raise InvalidValueError(
            f"{request.model} holds equations of motion, which are solved from initial values: "
            "expected --time T, a column of times in DATA, found none. The first row of each "
            "trajectory has the initial values."
        )
    frame = read_table(request.data, reading)
    return predict_motion(
        model,
        frame,
        time=request.time,
        trajectory=request.trajectory,
        level=level,
        fitted=fitted,
    )
