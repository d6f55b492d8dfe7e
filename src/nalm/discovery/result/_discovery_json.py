"""Discoveries as JSON, and back: data only, nothing that is executed."""

import json
import math
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from nalm.discovery._noise_model import NoiseModel, find_noise
from nalm.discovery.result._candidate import Candidate, Discovery, Verdict
from nalm.discovery.result._form_json import form_from_json, form_to_json
from nalm.discovery.result._reading import Reader, number_to_json
from nalm.discovery.result._reason import Reason
from nalm.discovery.result._reason_kind import ReasonKind
from nalm.discovery.result._remarks import remark_names
from nalm.discovery.result._wording import RIVAL, number_names
from nalm.errors import StoreError, UnknownNameError
from nalm.symbolic import parameters, to_json


def write_document(path: str | Path, document: Mapping[str, object]) -> None:
    """Write a JSON file completely or not at all.

    Args:
        path: Where to.
        document: What to write; without NaN and infinities, which JSON does not have.

    Raises:
        StoreError: If it cannot be written; a file that was there is unchanged.
    """
    text = json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False)
    try:
        _replace(Path(path), text + "\n")
    except OSError as error:
        raise StoreError(
            f"`{path}` must be a file that can be written; found: {error.strerror or error}. "
            "Choose another path, or free space and rights there."
        ) from error


def read_document(path: str | Path) -> Reader:
    """Read a JSON file.

    Args:
        path: The file.

    Returns:
        The document, unchecked.

    Raises:
        StoreError: If it cannot be read or is not JSON.
    """
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise StoreError(
            f"`{path}` must be a file that can be read; found: {error.strerror or error}."
        ) from error
    except (ValueError, RecursionError) as error:
        raise StoreError(
            f"`{path}` must be a JSON file from `save`; found text that ends early or is no JSON "
            f"({error}). Save the model again, or fetch the file once more."
        ) from error
    return Reader(document, file=str(path), place="")


def discovery_to_json(discovery: Discovery) -> dict[str, object]:
    """Write a discovery as JSON.

    Args:
        discovery: What a search found.

    Returns:
        All of its fields, with all digits.
    """
    return {
        "candidates": [_candidate(each) for each in discovery.candidates],
        "chosen": discovery.chosen,
        "verdict": discovery.verdict.value,
        "reason": _reason(discovery.reason),
        "inner_rows": list(discovery.inner_rows),
        "outer_rows": list(discovery.outer_rows),
        "complete": discovery.complete,
        "seconds": discovery.seconds,
    }


def discovery_from_json(part: Reader, *, inputs: int) -> Discovery:
    """Read a discovery from JSON.

    Args:
        part: What `discovery_to_json` returned, perhaps.
        inputs: How many inputs its formulas may have.

    Returns:
        The discovery.

    Raises:
        StoreError: If it is not what it should be; the message says where.
    """
    candidates = tuple(_read_candidate(each, inputs) for each in part["candidates"].items())
    chosen = part["chosen"].integer()
    part["chosen"].require(0 <= chosen < len(candidates), f"below {len(candidates)}")
    return Discovery(
        candidates=candidates,
        chosen=chosen,
        verdict=Verdict(part["verdict"].one_of([each.value for each in Verdict])),
        reason=_read_reason(part["reason"]),
        inner_rows=tuple(row.integer() for row in part["inner_rows"].items()),
        outer_rows=tuple(row.integer() for row in part["outer_rows"].items()),
        complete=part["complete"].boolean(),
        seconds=part["seconds"].number(),
    )


def _reason(reason: Reason) -> str | dict[str, object]:
    if reason.kind is ReasonKind.TEXT:
        return reason.text
    numbers = {name: number_to_json(value) for name, value in reason.numbers.items()}
    document: dict[str, object] = {"kind": reason.kind.value, "numbers": numbers}
    document |= {"constraints": list(reason.constraints)} if reason.constraints else {}
    return document | ({"group": reason.group} if reason.group else {})


def _read_reason(part: Reader) -> Reason:
    if isinstance(part.value, str):  # the sentence itself, as older versions wrote it
        return Reason(ReasonKind.TEXT, text=part.value)
    kinds = [each.value for each in ReasonKind if each is not ReasonKind.TEXT]
    kind = ReasonKind(part["kind"].one_of(kinds))
    # The numbers that the sentence needs, so that a file that lacks one is refused here and not
    # when the sentence is written.
    further = {*remark_names(), RIVAL} & part["numbers"].mapping().keys()
    names = sorted(number_names(kind) | further)
    constraints = part["constraints"].strings() if "constraints" in part.mapping() else ()
    numbers = {name: part["numbers"][name].number() for name in names}
    group = part["group"].string() if "group" in part.mapping() else ""
    return Reason(kind, numbers, constraints=constraints, group=group)


def _candidate(candidate: Candidate) -> dict[str, object]:
    return {
        "formula": to_json(candidate.formula),
        "complexity": candidate.complexity,
        "loss": number_to_json(candidate.loss),
        "r2": number_to_json(candidate.r2),
        "extrapolation_error": number_to_json(candidate.extrapolation_error),
        "bic": number_to_json(candidate.bic),
        "noise": candidate.noise.name,
        "sigma": number_to_json(candidate.sigma),
        "covariance": [
            [number_to_json(float(value)) for value in row] for row in candidate.covariance
        ],
        "found": candidate.hits,
        "starts": candidate.restarts,
        "found_by": candidate.found_by,
        "form": None if candidate.form is None else form_to_json(candidate.form),
        # What the noise took from the table, of those models that take something.
        **({"noise_numbers": list(numbers)} if (numbers := candidate.noise.numbers) else {}),
    }


def _read_candidate(part: Reader, inputs: int) -> Candidate:
    formula, covariance = part["formula"].formula(inputs), part["covariance"].square()
    count, bic = len(parameters(formula)), part["bic"].number()
    # Older versions wrote another formula's covariance for what could not be integrated.
    if not math.isfinite(bic) and len(covariance) != count:
        covariance = np.full((count, count), math.nan)
    part["covariance"].require(
        len(covariance) == count, f"a matrix with a row and column for each of {count} parameters"
    )
    return Candidate(
        formula=formula,
        complexity=part["complexity"].integer(),
        loss=part["loss"].number(),
        r2=part["r2"].number(),
        extrapolation_error=part["extrapolation_error"].number(),
        bic=bic,
        noise=_read_noise(part),
        sigma=part["sigma"].number(),
        covariance=covariance,
        hits=part["found"].integer(),
        restarts=part["starts"].integer(),
        # Files of before stages had names do not say it.
        found_by=part["found_by"].string() if "found_by" in part.mapping() else "",
        form=form_from_json(part["form"], formula) if part.mapping().get("form") else None,
    )


def _read_noise(candidate: Reader) -> NoiseModel:
    part = candidate["noise"]
    try:
        model = find_noise(part.string())
    except UnknownNameError as error:
        raise StoreError(f"`{part.place}` of `{part.file}` cannot be read: {error}") from error
    if "noise_numbers" not in candidate.mapping():  # files of before models had any
        return model
    return model.with_numbers([each.number() for each in candidate["noise_numbers"].items()])


def _replace(path: Path, text: str) -> None:
    # The temporary file lies in the same folder, since renaming is atomic only within a disk.
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
