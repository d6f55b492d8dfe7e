"""A fitted estimator as JSON, and back: data only, nothing that is executed.

Numbers keep all their digits, so what is loaded predicts the same bits.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nalm.discovery.groups._labels import Label
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.result._discovery_json import (
    discovery_from_json,
    discovery_to_json,
    number_to_json,
    read_document,
    write_document,
)
from nalm.discovery.result._reading import Reader
from nalm.symbolic import parameters

FORMAT = "nalm.SymbolicRegressor"
VERSION = 1


@dataclass(frozen=True, kw_only=True)
class FittedGroups:
    """What a fit with groups has besides.

    Attributes:
        names: Of the groups, one for each discovery.
        own: Of each candidate, which of its constants differ by group.
        target: Name of y.
    """

    names: tuple[Label, ...]
    own: tuple[tuple[bool, ...], ...]
    target: str


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """What a fitted estimator consists of.

    Attributes:
        parameters: Of the constructor, as JSON.
        names: Names of the columns; None if they had none.
        targets: Names of the outputs.
        flat: Whether y was a vector.
        low: Least value of each column in the fit.
        high: Largest one.
        discoveries: One per output.
        violations: Per output and candidate, where it has no value, as text.
        groups: Of a fit with groups; None of one without.
    """

    parameters: Mapping[str, object]
    names: tuple[str, ...] | None
    targets: tuple[str, ...]
    flat: bool
    low: tuple[float, ...]
    high: tuple[float, ...]
    discoveries: tuple[Discovery, ...]
    violations: tuple[tuple[str, ...], ...]
    groups: FittedGroups | None = None


def write_fitted(
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
    document: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "parameters": dict(fitted.parameters),
        "names": None if fitted.names is None else list(fitted.names),
        "targets": list(fitted.targets),
        "flat": fitted.flat,
        "low": [number_to_json(value) for value in fitted.low],
        "high": [number_to_json(value) for value in fitted.high],
        "discoveries": [discovery_to_json(each) for each in fitted.discoveries],
        "violations": [list(texts) for texts in fitted.violations],
    }
    if fitted.groups is not None:
        document["groups"] = _groups_to_json(fitted.groups)
    write_document(path, document | dict(further or {}))


def read_fitted(path: str | Path) -> Fitted:
    """Read what `write_fitted` wrote.

    Args:
        path: The file.

    Returns:
        What was kept.

    Raises:
        StoreError: If the file cannot be read or is not what it should be; the message says where.
    """
    return _fitted(read_document(path))


def _fitted(file: Reader) -> Fitted:
    file["format"].one_of((FORMAT,))
    file["version"].one_of((VERSION,))
    low, high = file["low"].numbers(), file["high"].numbers()
    names = file["names"].strings() if file["names"].value is not None else None
    # Lengths are compared here, since parts that are valid alone may not fit together.
    file["high"].require(len(high) == len(low), f"{len(low)} numbers, as in `low`")
    file["names"].require(names is None or len(names) == len(low), f"{len(low)} names")
    discoveries = tuple(
        discovery_from_json(each, inputs=len(low)) for each in file["discoveries"].items()
    )
    targets = file["targets"].strings()
    file["targets"].require(
        len(targets) == len(discoveries) > 0, "a name for each of one or more `discoveries`"
    )
    violations = tuple(each.strings() for each in file["violations"].items())
    file["violations"].require(
        [len(texts) for texts in violations] == [len(each.candidates) for each in discoveries],
        "a text for each candidate of `discoveries`",
    )
    return Fitted(
        parameters=file["parameters"].mapping(),
        names=names,
        targets=targets,
        flat=file["flat"].boolean(),
        low=low,
        high=high,
        discoveries=discoveries,
        violations=violations,
        groups=_groups(file, discoveries),
    )


def _groups_to_json(groups: FittedGroups) -> dict[str, object]:
    return {
        "names": list(groups.names),
        "own": [list(own) for own in groups.own],
        "target": groups.target,
    }


def _groups(file: Reader, discoveries: tuple[Discovery, ...]) -> FittedGroups | None:
    if "groups" not in file.mapping():
        return None
    part = file["groups"]
    names = tuple(_label(each) for each in part["names"].items())
    part["names"].require(len(set(names)) == len(discoveries), "a name for each of `discoveries`")
    own = tuple(tuple(flag.boolean() for flag in each.items()) for each in part["own"].items())
    for discovery in discoveries:
        counts = [len(parameters(each.formula)) for each in discovery.candidates]
        part["own"].require(
            [len(flags) for flags in own] == counts, "true or false for each measured number"
        )
    return FittedGroups(names=names, own=own, target=part["target"].string())


def _label(part: Reader) -> Label:
    return part.value if isinstance(part.value, str | bool | int) else part.number()
