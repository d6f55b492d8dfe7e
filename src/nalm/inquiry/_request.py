"""The request to `nalm discover`: which columns, how to search, what to write."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from nalm.errors import InvalidValueError
from nalm.tables import Reading


@dataclass(frozen=True, kw_only=True)
class Request:
    """Name a table and the part of each column.

    Args:
        data: The table.
        target: Column to explain; None for a time series.
        inputs: Columns to explain it by, or states; empty for all others.
        time: Column of times; None for a table without.
        trajectory: Column that tells trajectories apart; None for one.
        conserved: Groups of states whose sum is constant.
        weights: Column of weights; None for equal ones.
        group: Column that names each row's group; None for one table.
        units: File of units; "auto" for those in the header; None for none.
        dimensional_constants: Whether constants may carry units.
        drop_missing: Whether to leave out rows in which something is missing.
        decimal: The decimal sign, "." or ","; None to find out.
        sheet: Of a workbook; None for the first.
        names: Names of the columns, in place of the header; empty for the header's.
    """

    data: Path
    target: str | None = None
    inputs: tuple[str, ...] = ()
    time: str | None = None
    trajectory: str | None = None
    conserved: tuple[tuple[str, ...], ...] = ()
    weights: str | None = None
    group: str | None = None
    units: Path | Literal["auto"] | None = None
    dimensional_constants: bool = False
    drop_missing: bool = False
    decimal: str | None = None
    sheet: str | None = None
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.target is None) == (self.time is None):
            found = "neither" if self.target is None else "both"
            raise InvalidValueError(
                f"expected either --target Y, for y = f(x), or --time T, for dx/dt = f(x); found "
                f"{found}."
            )
        for option, value in (("trajectory", self.trajectory), ("conserved", self.conserved)):
            if self.time is None and value:
                raise InvalidValueError(f"--{option}: expected --time with it, found none.")
        for option, column in (("weights", self.weights), ("group", self.group)):
            if self.time is not None and column is not None:
                raise InvalidValueError(f"--{option}: expected a table without --time, found both.")
        if self.dimensional_constants and (self.units is None or self.time is not None):
            found = "no --units" if self.units is None else "--time"
            raise InvalidValueError(
                f"--dimensional-constants: expected --target and --units with it, found {found}. "
                "Give a file with the unit of every column, or leave the option away."
            )
        if self.time is not None and self.drop_missing:
            raise InvalidValueError(
                "--drop-missing: a time series may have gaps as it is. Leave the option away."
            )

    @property
    def reading(self) -> Reading:
        """Return how to read the file."""
        named = {option: (column,) for option, column in self.named.items()}
        wanted = named | {"--inputs": self.inputs}
        return Reading(decimal=self.decimal, sheet=self.sheet, names=self.names, wanted=wanted)

    @property
    def named(self) -> dict[str, str]:
        """Return the columns that have a part of their own: option → column."""
        return {
            f"--{option}": column
            for option in ("target", "time", "trajectory", "weights", "group")
            if (column := getattr(self, option)) is not None
        }


@dataclass(frozen=True, kw_only=True)
class Effort:
    """Say how to search; None for the estimator's own choice.

    Args:
        max_time: Seconds.
        starts: Random starts of each structure.
        seed: Of the starts.
        noise: ``auto``, or the name of a noise model.
        functions: Names of the functions that a formula may have; empty for none.
        workers: Processes of this machine.
        constraints: What is known of the target, as texts.
    """

    max_time: float | None = None
    starts: int | None = None
    seed: int = 0
    noise: str = "auto"
    functions: tuple[str, ...] | None = None
    workers: int | None = None
    constraints: tuple[str, ...] = ()

    def given(self) -> dict[str, Any]:
        """Return the arguments of an estimator; what was left open is left out."""
        chosen = {name: value for name, value in vars(self).items() if value is not None}
        if not self.constraints:  # equations of motion have none
            del chosen["constraints"]
        names = {"seed": "random_state", "workers": "n_jobs"}
        return {names.get(name, name): value for name, value in chosen.items()}


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Say what to print and to write.

    Args:
        kind: ``table``, ``json``, or the name of an exporter of equations.
        save: File for the model; None for none.
        report: File for the page; None for none.
        quiet: Whether to show no progress.
    """

    kind: str = "table"
    save: Path | None = None
    report: Path | None = None
    quiet: bool = False
