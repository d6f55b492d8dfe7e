"""The rows of a fit beside what was found in them: what there is to show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import final

from nalm._typing import FloatArray
from nalm.discovery.result._candidate import Discovery


@final
@dataclass(frozen=True, kw_only=True)
class Series:
    """A trajectory as it was measured.

    Attributes:
        times: Increasing `(rows,)`.
        states: `(rows, states)`; NaN where a value is missing.
        controls: `(rows, controls)`.
    """

    times: FloatArray
    states: FloatArray
    controls: FloatArray


@final
@dataclass(frozen=True, kw_only=True)
class FittedOutput:
    """One output's rows, and what was found in them.

    Attributes:
        target: Name of the output.
        x: Inputs `(rows, inputs)`; for dx/dt the states, controls and, where it is one, time.
        y: Target `(rows,)`; NaN all over for dx/dt, which nobody measures.
        discovery: Whose rows are those of `x`.
    """

    target: str
    x: FloatArray
    y: FloatArray
    discovery: Discovery


@final
@dataclass(frozen=True, kw_only=True)
class FittedData:
    """The rows of a fit, and what was found in them.

    Attributes:
        inputs: Names of the columns of each `x`.
        outputs: The targets of a table, which have the same `x`; or its groups, each of which has
            its own; or the states of dx/dt.
        units: Column → unit, as the user wrote it; empty where none are known.
        rate: Whether the formulas are dx/dt.
        series: The trajectories of dx/dt; of a table none.
    """

    inputs: tuple[str, ...]
    outputs: tuple[FittedOutput, ...]
    units: Mapping[str, str] = field(default_factory=dict[str, str])
    rate: bool = False
    series: tuple[Series, ...] = ()

    @property
    def targets(self) -> tuple[str, ...]:
        """Names of the outputs."""
        return tuple(each.target for each in self.outputs)


def renumbered(discovery: Discovery, rows: Sequence[int]) -> Discovery:
    """Count the rows of a discovery among those that were kept.

    Args:
        discovery: Whose rows are those of the table.
        rows: Of the table, which were kept, in order.

    Returns:
        The same, with the numbers of kept rows.
    """
    places = {row: place for place, row in enumerate(rows)}
    inner, outer = (
        tuple(places[row] for row in own if row in places)
        for own in (discovery.inner_rows, discovery.outer_rows)
    )
    return replace(discovery, inner_rows=inner, outer_rows=outer)


def units_as_written(
    units: Mapping[str | int, str] | None,
    target_units: str | Mapping[str | int, str] | None,
    *,
    names: Sequence[str],
    targets: Sequence[str],
) -> dict[str, str]:
    """Return the unit of each column by its name, as the user wrote it.

    Args:
        units: Of the inputs, by name or index; None if there are none.
        target_units: Of all targets, or of each.
        names: Of the inputs.
        targets: Names of the targets.

    Example:
        >>> units_as_written({0: "s"}, "m/s", names=["t"], targets=["v"])
        {'t': 's', 'v': 'm/s'}
    """
    if isinstance(target_units, str):
        target_units = dict.fromkeys(targets, target_units)
    found: dict[str, str] = {}
    for given, columns in ((units, names), (target_units, targets)):
        for key, unit in (given or {}).items():
            found[columns[key] if isinstance(key, int) else key] = unit
    return found
