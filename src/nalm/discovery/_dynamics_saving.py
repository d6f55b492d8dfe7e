"""Fitted differential equations as JSON, and back: data only, nothing that is executed."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._discovery_json import (
    discovery_from_json,
    discovery_to_json,
    number_to_json,
    read_document,
    write_document,
)
from nalm.discovery._dynamics_course import Asked
from nalm.discovery._dynamics_report import Equations
from nalm.discovery._dynamics_system import System, numbers
from nalm.discovery._parameters import parameters_from_json, parameters_to_json
from nalm.discovery._reading import Reader
from nalm.errors import InvalidValueError, StoreError
from nalm.symbolic import to_json

FORMAT = "nalm.DynamicsRegressor"
VERSION = 1


def write_dynamics(
    path: str | Path, *, parameters: Mapping[str, Any], asked: Asked, found: Equations
) -> None:
    """Write a file completely or not at all.

    Args:
        path: Where to.
        parameters: Of the constructor.
        asked: What the user said about the data.
        found: What the fit found.

    Raises:
        StoreError: If it cannot be written.
    """
    states = len(found.discoveries)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "parameters": parameters_to_json({**parameters, "conserved": None}),
        "states": list(asked.names[:states]),
        "controls": list(asked.names[states:]),
        "conserved": [list(group) for group in asked.groups],
        "time": asked.time,
        "terms": [to_json(term) for term in found.system.terms],
        "balance": [_row(row) for row in found.system.balance],
        "covariance": [_row(row) for row in found.covariance],
        "sigma": _row(found.sigma),
        "discoveries": [discovery_to_json(each) for each in found.discoveries],
    }
    write_document(path, document)


def read_dynamics(
    path: str | Path, *, known: Collection[str]
) -> tuple[dict[str, Any], Asked, Equations]:
    """Read what `write_dynamics` wrote.

    Args:
        path: The file.
        known: Names of the constructor's parameters.

    Returns:
        Parameters of the constructor, what the user said, and what was found.

    Raises:
        StoreError: If the file cannot be read or is not what it should be; the message says where.
    """
    file = read_document(path)
    asked, found = _fitted(file)
    try:
        parameters = parameters_from_json(file["parameters"].mapping(), known=known)
    except InvalidValueError as error:
        raise StoreError(f"`{path}` does not hold parameters that work: {error}") from error
    groups = [tuple(asked.names[member] for member in group) for group in asked.groups]
    return {**parameters, "conserved": groups or None}, asked, found


def _fitted(file: Reader) -> tuple[Asked, Equations]:
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
    return Asked(names=(*states, *controls), groups=groups, time=time), Equations(
        system=system, covariance=covariance, sigma=sigma, discoveries=discoveries
    )


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
