"""The request to `nalm fit`: which form, where its constants begin, and between which bounds."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nalm.errors import InvalidValueError
from nalm.inquiry._request import Effort
from nalm.tables import Reading, as_cell

Range = tuple[float | None, float | None]


@dataclass(frozen=True, kw_only=True)
class FormRequest:
    """Name a table and the form that is fitted to it.

    Args:
        data: The table.
        form: An equation, whose left side is the target's column.
        start: Constant → value to begin with.
        bounds: Constant → least and largest value; None for none on that side.
        inputs: Columns that a search may use besides those of the form.
        weights: Column of weights; None for equal ones.
        drop_missing: Whether to leave out rows in which something is missing.
        search: Whether to search other forms, too.
        decimal: The decimal sign, "." or ","; None to find out.
        sheet: Of a workbook; None for the first.
        names: Names of the columns, in place of the header; empty for the header's.
    """

    data: Path
    form: str
    start: dict[str, float] = field(default_factory=dict[str, float])
    bounds: dict[str, Range] = field(default_factory=dict[str, Range])
    inputs: tuple[str, ...] = ()
    weights: str | None = None
    drop_missing: bool = False
    search: bool = True
    decimal: str | None = None
    sheet: str | None = None
    names: tuple[str, ...] = ()

    @property
    def reading(self) -> Reading:
        """Return how to read the file."""
        return Reading(decimal=self.decimal, sheet=self.sheet, names=self.names)

    def command_line(self, effort: Effort, *, report: Path | None) -> str:
        """Write the command line that asks the same.

        Args:
            effort: How to search.
            report: The page.

        Example:
            >>> request = FormRequest(data=Path("a b.csv"), form="y = k*x", start={"k": 2.0})
            >>> request.command_line(Effort(), report=Path("k.html"))
            "nalm fit 'a b.csv' 'y = k*x' --start k=2 --report k.html"
        """
        words = ["nalm", "fit", str(self.data), self.form]
        words += [w for name, value in self.start.items() for w in ("--start", f"{name}={value:g}")]
        words += [w for name, pair in self.bounds.items() for w in ("--bounds", _range(name, pair))]
        words += ["--inputs", ",".join(map(as_cell, self.inputs))] if self.inputs else []
        words += ["--weights", as_cell(self.weights)] if self.weights else []
        words += ["--decimal", self.decimal] if self.decimal else []
        words += ["--sheet", self.sheet] if self.sheet else []
        words += ["--names", ",".join(map(as_cell, self.names))] if self.names else []
        words += ["--drop-missing"] if self.drop_missing else []
        words += [] if self.search else ["--no-search"]
        words += ["--noise", effort.noise] if effort.noise != "auto" else []
        words += [word for text in effort.constraints for word in ("--constraint", text)]
        words += ["--max-time", f"{effort.max_time:g}"] if effort.max_time else []
        words += ["--seed", str(effort.seed)] if effort.seed else []
        if effort.functions is not None:
            words += ["--functions", ",".join(effort.functions) or "none"]
        words += [] if report is None else ["--report", str(report)]
        return shlex.join(words)


def read_starts(texts: Sequence[str]) -> dict[str, float]:
    """Read where constants begin: "a=1", or several with commas between them.

    Args:
        texts: What the user wrote.

    Raises:
        InvalidValueError: If one is no such text; the message says which.

    Example:
        >>> read_starts(["a=1,b=2e-3"])
        {'a': 1.0, 'b': 0.002}
    """
    pairs = [_pair(text, "--start", "a=1") for text in _split(texts)]
    return {name: _number(value, f"{name}={value}", "--start") for name, value in pairs}


def read_ranges(texts: Sequence[str]) -> dict[str, Range]:
    """Read bounds of constants: "a=0:10", "a=0:" or "a=:10".

    Args:
        texts: What the user wrote.

    Raises:
        InvalidValueError: If one is no such text; the message says which.

    Example:
        >>> read_ranges(["a=0:10", "b=0:"])
        {'a': (0.0, 10.0), 'b': (0.0, None)}
    """
    found: dict[str, Range] = {}
    for text in _split(texts):
        name, value = _pair(text, "--bounds", "a=0:10")
        low, colon, high = value.partition(":")
        if not colon:
            raise InvalidValueError(
                f"--bounds: expected two numbers with a colon between, such as {name}=0:10 or "
                f"{name}=0:, found {text!r}."
            )
        ends = [_number(end, text, "--bounds") if end.strip() else None for end in (low, high)]
        found[name] = (ends[0], ends[1])
    return found


def _split(texts: Sequence[str]) -> list[str]:
    return [part.strip() for text in texts for part in text.split(",") if part.strip()]


def _pair(text: str, option: str, example: str) -> tuple[str, str]:
    name, equal, value = text.partition("=")
    if not equal or not name.strip():
        raise InvalidValueError(
            f"{option}: expected a constant and its value, such as {example}, found {text!r}."
        )
    return name.strip(), value


def _number(value: str, text: str, option: str) -> float:
    try:
        return float(value)
    except ValueError as error:
        raise InvalidValueError(
            f"{option}: expected a number behind the =, found {value!r} in {text!r}. Write it with "
            "a decimal point."
        ) from error


def _range(name: str, pair: Range) -> str:
    return f"{name}=" + ":".join("" if end is None else f"{end:g}" for end in pair)
