"""What a saved model holds, without the rows of its fit."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from nalm.inquiry._findings import Findings

if TYPE_CHECKING:
    from nalm.discovery import DynamicsRegressor, SymbolicRegressor


@dataclass(frozen=True, kw_only=True)
class ModelRequest:
    """Name a saved model.

    Args:
        model: JSON that `nalm discover --save` or `save` of an estimator wrote.
    """

    model: Path


def open_model(request: ModelRequest) -> Findings:
    """Read a saved model.

    Args:
        request: Which model.

    Returns:
        Its findings. Their `x` has two rows, the least and the largest value of each input, since
        a file does not hold the rows of a fit; their `y` is NaN.

    Raises:
        StoreError: If the file cannot be read or is no model; the message says where.
    """
    from nalm.discovery import DynamicsRegressor, load_model
    from nalm.reports.discovery import Finding, Grouping

    model = load_model(request.model)
    if isinstance(model, DynamicsRegressor):
        names, units, has_groups = _motion_inputs(model), {}, False
    else:
        names, units, has_groups = _inputs(model), units_of(model), model.groups_ is not None
    ranges = np.full((2, len(names)), np.nan) if model.ranges_ is None else model.ranges_
    findings = tuple(
        Finding(
            target=target,
            inputs=tuple(names),
            x=ranges,
            y=np.full(2, np.nan),
            discovery=discovery,
            units=units,
            rate=isinstance(model, DynamicsRegressor),
        )
        for target, discovery in zip(model.target_names_, model.discoveries_, strict=True)
    )
    return Findings(
        name=request.model.name,
        findings=findings,
        estimator=model,
        grouping=Grouping.of(model) if has_groups else None,
    )


def _inputs(model: "SymbolicRegressor") -> list[str]:
    given = getattr(model, "feature_names_in_", None)
    return [f"x{k}" for k in range(model.n_features_in_)] if given is None else list(given)


def _motion_inputs(model: "DynamicsRegressor") -> list[str]:
    return [*model.state_names_, *model.control_names_, *(["t"] if model.time else [])]


def units_of(model: "SymbolicRegressor") -> dict[str, str]:
    """Return the units that were given, by the name of their column.

    Args:
        model: A fitted estimator.
    """
    targets = list(model.target_names_)
    of_targets = model.target_units
    if isinstance(of_targets, str):
        of_targets = dict.fromkeys(targets, of_targets)
    pairs = [(_inputs(model), model.units or {}), (targets, of_targets or {})]
    return {
        columns[key] if isinstance(key, int) else key: unit
        for columns, units in pairs
        for key, unit in units.items()
    }
