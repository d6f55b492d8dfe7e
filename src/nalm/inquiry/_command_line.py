"""The command line that asks the same again."""

import shlex
from pathlib import Path
from typing import Any

from nalm.inquiry._request import Effort, Request
from nalm.tables import as_cell


def command_line(request: Request, effort: Effort, *, report: Path | None) -> str:
    """Write the command line that asks the same.

    Args:
        request: Which columns.
        effort: How to search.
        report: The page.

    Returns:
        A line for a shell.

    Example:
        >>> command_line(Request(data=Path("a b.csv"), target="y"), Effort(), report=None)
        "nalm discover 'a b.csv' --target y"
    """
    words = ["nalm", "discover", str(request.data)]
    standard = {
        "inputs": (),
        "names": (),
        "conserved": (),
        "constraints": (),
        "seed": 0,
        "noise": "auto",
        "drop_missing": False,
        "dimensional_constants": False,
    }
    pairs: dict[str, Any] = {**vars(request), **vars(effort), "report": report}
    for name, value in pairs.items():
        if name == "data" or value is None or value == standard.get(name):
            continue
        option = f"--{name.replace('_', '-')}"
        if name == "conserved":
            words += [word for group in value for word in (option, _plain(group))]
        elif name == "constraints":
            words += [word for text in value for word in ("--constraint", text)]
        elif value is True:
            words.append(option)
        else:
            words += [option, as_cell(value) if option in request.named else _plain(value)]
    return shlex.join(words)


def _plain(value: Any) -> str:  # noqa: ANN401  (whatever an option has)
    if isinstance(value, float):
        return f"{value:g}"
    return (
        str(value)
        if isinstance(value, str | int | Path)
        else ",".join(map(as_cell, value)) or "none"
    )
