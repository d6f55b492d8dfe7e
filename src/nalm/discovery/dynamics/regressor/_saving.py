"""Fitted differential equations as JSON, and back: data only, nothing that is executed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.systems._system import System, numbers
from nalm.discovery.dynamics.verdict._report import Equations
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.result._discovery_json import (
    discovery_from_json,
    discovery_to_json,
    number_to_json,
    read_document,
    write_document,
)
from nalm.discovery.result._parameters import parameters_from_json, parameters_to_json
from nalm.discovery.result._reading import Reader
from nalm.errors import InvalidValueError, StoreError
from nalm.symbolic import Sum, to_json

FORMAT = "nalm.DynamicsRegressor"
VERSION = 1
_SEPARATE = ("conserved", "structures")


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """What a fitted estimator consists of.

    Attributes:
        parameters: Of the constructor.
        specification: What the user states about the data.
        found: What the fit found.
        violations: Per state and candidate, where it has no value, as text.
        ranges: Least and largest value of each column `(2, columns)`; None in files from before
            they were kept.
    """

    parameters: Mapping[str, Any]
    specification: FitSpecification
    found: Equations
    violations: tuple[tuple[str, ...], ...]
    ranges: FloatArray | None = None


def write_dynamics(
    path: str | Path, fitted: Fitted, *, further: Mapping[str, object] | None = None
) -> None:
    """Write a file completely or not at all.

    Args:
        path: Where to.
        fitted: What to keep.
        further: Parts of the file that say nothing of the estimator.

    Raises:
        StoreError: If it cannot be written.
    """
    specification, found = fitted.specification, fitted.found
    states = len(found.discoveries)
    document: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "parameters": parameters_to_json(
            {name: None if name in _SEPARATE else each for name, each in fitted.parameters.items()}
        ),
        "states": list(specification.names[:states]),
        "controls": list(specification.names[states:]),
        "conserved": [list(group) for group in specification.groups],
        "structures": [[state, to_json(formula)] for state, formula in specification.structures],
        "time": specification.time,
        "held": list(specification.held),
        "relative": list(specification.relative),
        "terms": [to_json(term) for term in found.system.terms],
        "balance": [_row(row) for row in found.system.balance],
        "covariance": [_row(row) for row in found.covariance],
        "sigma": _row(found.sigma),
        "discoveries": [discovery_to_json(each) for each in found.discoveries],
        "violations": [list(texts) for texts in fitted.violations],
    }
    if fitted.ranges is not None:
        document["ranges"] = [_row(row) for row in fitted.ranges]
    write_document(path, document | dict(further or {}))


def read_dynamics(path: str | Path, *, known: Collection[str]) -> Fitted:
    """Read what `write_dynamics` wrote.

    Args:
        path: The file.
        known: Names of the constructor's parameters.

    Returns:
        What was kept.

    Raises:
        StoreError: If the file cannot be read or is not what it should be; the message says where.
    """
    file = read_document(path)
    specification, found = _fitted(file)
    try:
        parameters = parameters_from_json(file["parameters"].mapping(), known=known)
    except InvalidValueError as error:
        raise StoreError(f"`{path}` does not hold parameters that work: {error}") from error
    groups = [
        tuple(specification.names[member] for member in group) for group in specification.groups
    ]
    parameters["conserved"] = groups or None
    if "structures" in known:
        parameters["structures"] = {
            specification.names[i]: form for i, form in specification.structures
        } or None
    # Files from before `noise="auto"` hold the noise with the parameters only.
    old = (parameters.get("noise") == "relative",) * len(found.discoveries)
    return Fitted(
        parameters=parameters,
        specification=replace(specification, relative=specification.relative or old),
        found=found,
        violations=_violations(file, found.discoveries),
        ranges=_ranges(file, len(specification.names) + specification.time),
    )


def _fitted(file: Reader) -> tuple[FitSpecification, Equations]:
    file["format"].one_of((FORMAT,))
    file["version"].one_of((VERSION,))
    states, controls = file["states"].strings(), file["controls"].strings()
    time = file["time"].boolean()
    width = len(states) + len(controls) + time
    system = _system(file, len(states), width)
    covariance = file["covariance"].square()
    size = len(numbers(system))
    file["covariance"].require(len(covariance) == size, f"a matrix of {size} rows")
    sigma = np.array(file["sigma"].numbers())
    file["sigma"].require(len(sigma) == len(states), f"{len(states)} numbers")
    discoveries = tuple(
        discovery_from_json(each, inputs=width) for each in file["discoveries"].items()
    )
    file["discoveries"].require(len(discoveries) == len(states), f"{len(states)} discoveries")
    groups = tuple(
        tuple(member.integer() for member in group.items()) for group in file["conserved"].items()
    )
    file["conserved"].require(
        all(member < len(states) for group in groups for member in group),
        f"numbers of states, below {len(states)}",
    )
    specification = FitSpecification(
        names=(*states, *controls),
        groups=groups,
        time=time,
        structures=_structures(file, len(states), width),
        held=_marks(file, "held", len(controls)),
        relative=_marks(file, "relative", len(states)),
    )
    return specification, Equations(
        system=system, covariance=covariance, sigma=sigma, discoveries=discoveries
    )


def _violations(file: Reader, discoveries: Sequence[Discovery]) -> tuple[tuple[str, ...], ...]:
    """Read where candidates have no value; files from before this was kept have no such part."""
    counts = [len(each.candidates) for each in discoveries]
    if "violations" not in file.mapping():
        return tuple(("",) * count for count in counts)
    texts = tuple(each.strings() for each in file["violations"].items())
    file["violations"].require(
        [len(each) for each in texts] == counts, "a text for each candidate of `discoveries`"
    )
    return texts


def _ranges(file: Reader, width: int) -> FloatArray | None:
    if "ranges" not in file.mapping():
        return None
    rows = [row.numbers() for row in file["ranges"].items()]
    file["ranges"].require([len(row) for row in rows] == [width] * 2, f"2 rows of {width} numbers")
    return np.array(rows, dtype=np.float64)


def _marks(file: Reader, name: str, count: int) -> tuple[bool, ...]:
    """Read whether something holds of each; older files have no such part, and it held of none."""
    if name not in file.mapping():
        return ()
    marks = tuple(each.boolean() for each in file[name].items())
    file[name].require(len(marks) in (0, count), f"nothing, or {count} times true or false")
    return marks


def _structures(file: Reader, states: int, width: int) -> tuple[tuple[int, Sum], ...]:
    """Read the forms that were given; files from before there were any have no such part."""
    if "structures" not in file.mapping():
        return ()
    read: list[tuple[int, Sum]] = []
    for pair in file["structures"].items():
        parts = list(pair.items())
        pair.require(len(parts) == 2, "a state and its form")
        state = parts[0].integer()
        parts[0].require(state < states, f"the number of a state, below {states}")
        read.append((state, parts[1].formula(width)))
    return tuple(read)


def _system(file: Reader, states: int, width: int) -> System:
    terms = tuple(each.formula(width) for each in file["terms"].items())
    rows = [row.numbers() for row in file["balance"].items()]
    file["balance"].require(
        len(rows) == states > 0 and all(len(row) == len(terms) for row in rows),
        f"{states} rows of {len(terms)} numbers",
    )
    balance = np.array(rows, dtype=np.float64).reshape(states, len(terms))
    return System(terms=terms, balance=balance, columns=tuple(range(states)))


def _row(values: FloatArray) -> list[float | str]:
    return [number_to_json(float(value)) for value in values]
