"""What a user chose on the page, and the question that it makes."""

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from nalm.app._work._question import Question
from nalm.errors import InvalidValueError
from nalm.inquiry import Effort, FormRequest, Request, read_ranges, read_starts
from nalm.tables import Reading

Kind: TypeAlias = Literal["formula", "motion", "form"]
UNITS = "units.csv"
"""The file of units that were typed."""
Units: TypeAlias = Literal["none", "header", "typed"]


@dataclass(frozen=True, kw_only=True)
class Choices:
    """Hold what was chosen.

    Args:
        kind: A formula y = f(x), equations of motion, or a form of the user's own.
        target: Column to explain; None where none was chosen.
        inputs: Columns to explain it by, or the states; empty for all others.
        time: Column of times.
        trajectory: Column that tells trajectories apart; None for one.
        conserved: States whose sum is constant; empty for none.
        group: Column that names each row's group; None for one table.
        weights: Column of weights; None for equal ones.
        units: Where units come from.
        typed: Column → unit, where they were typed.
        dimensional_constants: Whether constants may carry units.
        drop_missing: Whether to leave out rows in which something is missing.
        form: The user's own equation.
        start: Where its constants begin, such as "a=1, b=2".
        bounds: Between what they lie, such as "a=0:10".
        others: Whether to search other forms beside it.
    """

    kind: Kind = "formula"
    target: str | None = None
    inputs: tuple[str, ...] = ()
    time: str | None = None
    trajectory: str | None = None
    conserved: tuple[str, ...] = ()
    group: str | None = None
    weights: str | None = None
    units: Units = "none"
    typed: Mapping[str, str] = field(default_factory=dict[str, str])
    dimensional_constants: bool = False
    drop_missing: bool = False
    form: str = ""
    start: str = ""
    bounds: str = ""
    others: bool = True

    def question(self, data: Path, *, reading: Reading, effort: Effort, folder: Path) -> Question:
        """Make the question to a process.

        Args:
            data: The file.
            reading: How to read it.
            effort: How to search.
            folder: Where units that were typed are written.

        Returns:
            The question that `nalm discover` or `nalm fit` would ask.

        Raises:
            InvalidValueError: If the choices cannot work together.
        """
        kinds: dict[Kind, Callable[[Path], Request | FormRequest]] = {
            "formula": self._formula,
            "motion": self._motion,
            "form": self._form,
        }
        make = kinds[self.kind]
        request = replace(
            make(data), decimal=reading.decimal, sheet=reading.sheet, names=reading.names
        )
        if isinstance(request, Request):
            request = replace(
                request,
                units=self._unit_source(folder),
                dimensional_constants=self._with_constants,
            )
        return Question(request=request, effort=effort)

    @property
    def _with_constants(self) -> bool:
        return self.dimensional_constants and self.units != "none" and self.kind == "formula"

    def _formula(self, data: Path) -> Request:
        if self.target is None:
            raise InvalidValueError("expected a column to explain, found none. Choose --target.")
        return Request(
            data=data,
            target=self.target,
            inputs=self.inputs,
            group=self.group,
            weights=self.weights,
            drop_missing=self.drop_missing,
        )

    def _motion(self, data: Path) -> Request:
        if self.time is None:
            raise InvalidValueError("expected a column of times, found none. Choose --time.")
        return Request(
            data=data,
            time=self.time,
            inputs=self.inputs,
            trajectory=self.trajectory,
            conserved=(self.conserved,) if self.conserved else (),
        )

    def _form(self, data: Path) -> FormRequest:
        if not self.form.strip():
            raise InvalidValueError(
                "expected an equation such as y = a*exp(-b*x) + c, found nothing. Write the names "
                "of columns as they stand in the table; all other names are constants."
            )
        return FormRequest(
            data=data,
            form=self.form,
            start=read_starts([self.start]),
            bounds=read_ranges([self.bounds]),
            weights=self.weights,
            drop_missing=self.drop_missing,
            search=self.others,
        )

    def _unit_source(self, folder: Path) -> Path | Literal["auto"] | None:
        if self.units != "typed":
            return "auto" if self.units == "header" else None
        given = {name: unit.strip() for name, unit in self.typed.items() if unit.strip()}
        if not given:
            raise InvalidValueError(
                "expected the unit of at least one column, found none. Type them, with 1 for a "
                "number without a unit, or choose to search without units."
            )
        with (folder / UNITS).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("column", "unit"), *given.items()])
        return folder / UNITS
