"""From a question to the files of its answer."""

import json
import math
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from nalm.app._work._answer import CODE, CONTENT, MODEL, PAGE, ROWS
from nalm.app._work._question import Question
from nalm.errors import NalmError
from nalm.inquiry import (
    Effort,
    FormRequest,
    ModelRequest,
    Request,
    RowsRequest,
    command_line,
    discover,
    fit_law,
    open_model,
    predict,
)

if TYPE_CHECKING:
    from nalm.inquiry import Findings
    from nalm.reports.discovery import Finding, Grouping


class Write(Protocol):
    """Write an answer as files."""

    def __call__(self, folder: Path, *, notes: list[str], stopped: bool) -> None: ...


def answer(question: Question) -> Write:
    """Search, fit, open a model or predict.

    Args:
        question: What is wanted.

    Returns:
        What writes the answer.

    Raises:
        NalmError: As `nalm discover`, `fit` and `predict` say it.
    """
    request, effort = question.request, question.effort
    if isinstance(request, RowsRequest):
        predicted = predict(request)

        def write_rows(folder: Path, *, notes: list[str], stopped: bool) -> None:
            predicted.frame.to_csv(folder / ROWS, index=False)
            _write(folder, {"remarks": list(predicted.remarks), "notes": notes})

        return write_rows
    found, command = _found(request, effort)

    def write(folder: Path, *, notes: list[str], stopped: bool) -> None:
        content = _content(found) | {"notes": notes, "stopped": stopped, "command": command}
        if not isinstance(request, ModelRequest):  # a model has no rows to show
            _write_page(found, folder, command=command)
        _write_findings(found, folder, content=content)

    return write


def _found(request: Request | FormRequest | ModelRequest, effort: Effort) -> "tuple[Findings, str]":
    """Search, fit or open, and say the command line for it."""
    if isinstance(request, ModelRequest):
        return open_model(request), shlex.join(["nalm", "predict", request.model.name, "new.csv"])
    name = Path(request.data.name)
    if isinstance(request, FormRequest):
        command = replace(request, data=name).command_line(effort, report=None)
        return fit_law(request, effort, quiet=False), command
    units = Path(request.units.name) if isinstance(request.units, Path) else request.units
    command = command_line(replace(request, data=name, units=units), effort, report=None)
    return discover(request, effort, quiet=False), command


def _content(found: "Findings") -> dict[str, Any]:
    grouping = found.grouping
    return {
        "name": found.name,
        "dropped": found.dropped,
        "grouping": None if grouping is None else _grouping(grouping),
        "is_motion": any(each.rate for each in found.findings),
        "targets": [_target(each) for each in found.findings],
    }


def _target(finding: "Finding") -> dict[str, Any]:
    from nalm.reports.discovery import as_object, headline, meaning
    from nalm.reports.discovery import equation as text_of

    held = as_object(finding)
    chosen = held["candidates"][held["chosen"]]
    chosen["constants"] = _written(chosen["constants"])
    return held | {
        "headline": headline(finding.discovery),
        "meaning": meaning(finding.discovery),
        "text": text_of(finding, finding.chosen),
    }


def _grouping(grouping: "Grouping") -> dict[str, Any]:
    held = grouping.as_object()
    for group in held["groups"]:
        group["constants"] = _written(group["constants"])
    return held


def _written(constants: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Write each constant with its error, as the report does."""
    from nalm.reports.discovery import measured

    numbers = [
        [math.nan if each[name] is None else each[name] for name in ("value", "stderr")]
        for each in constants
    ]
    pairs = zip(constants, numbers, strict=True)
    return [each | {"written": measured(value, stderr)} for each, (value, stderr) in pairs]


def _write_page(found: "Findings", folder: Path, *, command: str) -> None:
    from nalm.reports.discovery import discovery_page

    page = discovery_page(
        found.findings,
        title=found.name,
        motion=found.motion,
        grouping=found.grouping,
        command=command,
    )
    (folder / PAGE).write_bytes(page)


def _write_findings(found: "Findings", folder: Path, *, content: dict[str, Any]) -> None:
    found.save(folder / MODEL)
    refused: dict[str, str] = {}
    for language, name in CODE.items():
        try:
            text = _code(found, language)
        except NalmError as error:  # such as a function that the language lacks
            refused[language] = str(error)
        else:
            (folder / name).write_text(text, encoding="utf-8")
    # Last, since whoever finds this file takes the answer for complete.
    _write(folder, content | {"refused": refused})


def _code(found: "Findings", language: str) -> str:
    from nalm.symbolic import to_code

    equations = [each.equation(each.chosen) for each in found.findings]
    if found.grouping is None:
        return to_code(equations, language)
    # One function for each group: they have the same inputs and different constants.
    return "\n".join(to_code(each, language) for each in equations)


def _write(folder: Path, content: dict[str, Any]) -> None:
    text = json.dumps(content, ensure_ascii=False, allow_nan=False)
    (folder / CONTENT).write_text(text, encoding="utf-8")
