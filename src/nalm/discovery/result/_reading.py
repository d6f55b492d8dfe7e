"""Reading a JSON document that may hold anything."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, final

import numpy as np

from nalm._typing import FloatArray
from nalm.errors import NalmError, StoreError
from nalm.symbolic import Fold, Sum, from_json


@final
@dataclass(frozen=True)
class Reader:
    """A part of a document, which knows its place for the message.

    Args:
        value: The part.
        file: The document's path.
        place: Where in the document, such as "discoveries[0].chosen".

    Example:
        >>> Reader({"a": [1, 2]}, file="x.json", place="")["a"].numbers()
        (1.0, 2.0)
    """

    value: Any
    file: str
    place: str

    def __getitem__(self, key: str) -> "Reader":
        mapping = self.mapping()
        place = f"{self.place}.{key}" if self.place else key
        if key not in mapping:
            raise StoreError(f"`{self.file}` must have `{place}`; it lacks it. {_ADVICE}")
        return Reader(mapping[key], self.file, place)

    def items(self) -> Iterator["Reader"]:
        """Yield the entries of a list."""
        if not isinstance(self.value, list):
            self._fail("a list")
        for i, value in enumerate(self.value):
            yield Reader(value, self.file, f"{self.place}[{i}]")

    def mapping(self) -> Mapping[str, Any]:
        """Return an object."""
        if not isinstance(self.value, dict):
            self._fail("an object")
        return self.value

    def string(self) -> str:
        """Return a string."""
        if not isinstance(self.value, str):
            self._fail("a string")
        return self.value

    def strings(self) -> tuple[str, ...]:
        """Return a list of strings."""
        return tuple(each.string() for each in self.items())

    def boolean(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self._fail("true or false")
        return self.value

    def integer(self) -> int:
        """Return a whole number, 0 or more."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or self.value < 0:
            self._fail("a whole number, 0 or more")
        return self.value

    def number(self) -> float:
        """Return a number; NaN and the infinities are strings."""
        if self.value in ("nan", "inf", "-inf"):
            return float(self.value)
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            self._fail("a number")
        try:
            value = float(self.value)
        # JSON has whole numbers of any size, and Python reads them as they are.
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            self._fail("a number of 64 bits")
        return value

    def numbers(self) -> tuple[float, ...]:
        """Return a list of numbers."""
        return tuple(each.number() for each in self.items())

    def square(self) -> FloatArray:
        """Return a matrix with as many columns as rows."""
        rows = [row.numbers() for row in self.items()]
        self.require(all(len(row) == len(rows) for row in rows), "a square matrix")
        return np.array(rows, dtype=np.float64).reshape(len(rows), len(rows))

    def one_of(self, values: Collection[object]) -> Any:  # noqa: ANN401
        """Return one of the values that are allowed."""
        # True equals 1, a version that would be accepted.
        if isinstance(self.value, bool) or self.value not in values:
            self._fail(" or ".join(map(repr, values)))
        return self.value

    def formula(self, inputs: int) -> Sum:
        """Return a formula of so many inputs."""
        try:
            formula = from_json(self.value)
        # A formula nested deeply enough exhausts the stack; such a file is refused like any other.
        except (NalmError, RecursionError) as error:
            raise StoreError(f"`{self.place}` of `{self.file}` is no formula: {error}") from error
        # Otherwise evaluating it would fail much later, far from the file.
        self.require(largest_input(formula) < inputs, f"a formula of inputs below {inputs}")
        return formula

    def require(self, condition: bool, expected: str) -> None:
        """Refuse the part if a condition does not hold."""
        if not condition:
            self._fail(expected)

    def _fail(self, expected: str) -> NoReturn:
        found = repr(self.value)
        found = found if len(found) <= 80 else found[:77] + "…"
        raise StoreError(
            f"`{self.place or 'the document'}` of `{self.file}` must be {expected}; "
            f"found {found}. {_ADVICE}"
        )


def number_to_json(value: float) -> float | str:
    """Write a number as JSON, which has no NaN and no infinity: these become strings.

    Args:
        value: Any number.

    Returns:
        What `Reader.number` reads.

    Example:
        >>> number_to_json(0.5), number_to_json(math.inf)
        (0.5, 'inf')
    """
    return float(value) if math.isfinite(value) else str(float(value))


_ADVICE = "Fit and save again, or load it with the version that saved it."


def largest_input(formula: Sum) -> int:
    """Return the highest number of an input of a formula; -1 if it has none."""
    return _LARGEST_INPUT(formula)


_LARGEST_INPUT: Fold[None, int, int, int, int] = Fold(
    number=lambda number: None,
    input=lambda index: index,
    call=lambda function, argument: argument,
    power=lambda base, exponent: base,
    product=lambda coefficient, powers: max(powers, default=-1),
    sum=lambda terms: max(terms, default=-1),
)
