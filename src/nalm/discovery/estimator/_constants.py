"""The constants of a formula: name, value, standard error and unit of each."""

# pandas ships no type stubs.
# pyright: reportMissingTypeStubs=false

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, final

from nalm.discovery.problem._constant_units import carries_unit, constant_units
from nalm.discovery.problem._problem import Units
from nalm.discovery.problem._unit_powers import Dimension, shortest, write_unit
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.result._equations import standard_errors
from nalm.discovery.result._fitted_form import FittedForm
from nalm.discovery.rewriting._properties import numbers_of
from nalm.discovery.uncertainty._free_parameters import free_parameters
from nalm.symbolic import Number, Sum, parameter_names, parameters

if TYPE_CHECKING:
    import pandas as pd


@final
@dataclass(frozen=True, kw_only=True)
class Constant:
    """Hold one constant of a formula.

    Attributes:
        place: Where it stands, as in `Posterior.names`: `c2`, `p2[x0]`, `c2.s1.1`.
        name: What it multiplies, or what it is the exponent of.
        value: Its estimate, or what it is exactly.
        stderr: Its standard error; NaN where it is not known, 0 of an exact one.
        unit: Of the value, such as "s^-1", "1" for none; empty where no units are known.
        exact: Whether it was read as an exact number.
    """

    place: str
    name: str
    value: float
    stderr: float
    unit: str = ""
    exact: bool = False


def constants_of(
    candidate: Candidate, names: Sequence[str], *, units: Units | None = None
) -> tuple[Constant, ...]:
    """List the constants of a candidate.

    Args:
        candidate: A fitted formula.
        names: Of its inputs.
        units: Of its inputs and its value, where known.

    Returns:
        The measured numbers and the exact coefficients, in the order of the equation. A factor 1 or
        -1 is one only where it carries a unit. Of a form that a user gave, its own constants.

    Example:
        >>> import numpy as np
        >>> from nalm.discovery import Noise
        >>> from nalm.symbolic import Product, Sum
        >>> line = Candidate(
        ...     formula=Sum((Product(2.5),)), complexity=1, loss=0.0, r2=0.0,
        ...     extrapolation_error=0.0, bic=0.0, noise=Noise.CONSTANT, sigma=1.0,
        ...     covariance=np.array([[0.04]]), hits=1, restarts=1,
        ... )
        >>> constants_of(line, [], units=Units.read([], "V"))
        (Constant(place='c1', name='constant', value=2.5, stderr=0.2, unit='V', exact=False),)
    """
    if candidate.form is not None:
        return tuple(_of_form(candidate.form))
    formula, errors = candidate.formula, iter(_errors(candidate))
    found: list[Constant] = []
    for place, name, (number, unit) in zip(
        free_parameters(formula, names, exact=True),
        parameter_names(formula, names, exact=True),
        _with_units(formula, units),
        strict=True,
    ):
        measured = isinstance(number, float)
        constant = Constant(
            place=place.name,
            name=name,
            value=place.value,
            stderr=next(errors) if measured else 0.0,
            unit="" if unit is None else write_unit(shortest(unit)),
            exact=not measured,
        )
        is_factor = measured or abs(number) != 1 or (unit is not None and carries_unit(unit))
        found += [constant] * is_factor
    return tuple(found)


def constant_frame(
    outputs: Sequence[str], constants: Sequence[Sequence[Constant]]
) -> "pd.DataFrame":
    """Tabulate constants, output after output.

    Args:
        outputs: Names of the outputs.
        constants: Of each output.

    Returns:
        One row per constant, indexed by its place.
    """
    import pandas as pd

    rows = [
        {
            "output": output,
            "name": each.name,
            "value": each.value,
            "stderr": each.stderr,
            "unit": each.unit,
            "exact": each.exact,
        }
        for output, own in zip(outputs, constants, strict=True)
        for each in own
    ]
    places = [each.place for own in constants for each in own]
    columns = ["output", "name", "value", "stderr", "unit", "exact"]
    return pd.DataFrame(rows, index=pd.Index(places, name="place"), columns=pd.Index(columns))


def _of_form(fitted: FittedForm) -> Iterator[Constant]:
    values, errors = fitted.values.tolist(), fitted.standard_errors.tolist()
    for name, value, error in zip(fitted.form.constants, values, errors, strict=True):
        yield Constant(place=name, name=name, value=value, stderr=error)


def _with_units(formula: Sum, units: Units | None) -> Iterator[tuple[Number, Dimension | None]]:
    """Yield every coefficient, and every measured exponent, with its unit."""
    numbers = list(numbers_of(formula))
    known = [None] * len(numbers) if units is None else constant_units(formula, units)
    for (number, is_exponent), unit in zip(numbers, known, strict=True):
        if isinstance(number, float) or not is_exponent:
            yield number, unit


def _errors(candidate: Candidate) -> Sequence[float]:
    """Return the standard error of each measured number; NaN where the covariance is of others."""
    count = len(parameters(candidate.formula))
    known = candidate.covariance.shape == (count, count)
    return standard_errors(candidate) if known else [float("nan")] * count
