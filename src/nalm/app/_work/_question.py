"""A question to another process, as one line of JSON."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias, cast

from nalm.inquiry import Effort, FormRequest, ModelRequest, Request, RowsRequest
from nalm.tables import Reading

AnyRequest: TypeAlias = Request | FormRequest | ModelRequest | RowsRequest
_SPECS = (Request, FormRequest, ModelRequest, RowsRequest, Effort, Reading)
_KINDS = {kind.__name__: kind for kind in _SPECS}


@dataclass(frozen=True, kw_only=True)
class Question:
    """Say what is wanted.

    Args:
        request: Of which file.
        effort: How to search.
    """

    request: AnyRequest
    effort: Effort = field(default_factory=Effort)

    @property
    def file(self) -> Path:
        """Return the file that it is about."""
        request = self.request
        return request.model if isinstance(request, ModelRequest) else request.data


def write_question(question: Question) -> str:
    """Write a question as one line.

    Args:
        question: Any.
    """
    return json.dumps([_plain(question.request), _plain(question.effort)], allow_nan=False)


def read_question(line: str) -> Question:
    """Read what `write_question` wrote.

    Args:
        line: JSON.

    Example:
        >>> asked = Question(request=Request(data=Path("a.csv"), target="y"), effort=Effort())
        >>> read_question(write_question(asked)) == asked
        True
    """
    request, effort = json.loads(line)
    return Question(request=_read(request), effort=_read(effort))


def _plain(value: Any) -> Any:  # noqa: ANN401  (whatever a request has)
    if type(value) in _KINDS.values():
        # Not `asdict`, which forgets of which kind a spec inside another is.
        held = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
        return {"kind": type(value).__name__, "fields": held}
    if isinstance(value, Path):
        return {"kind": "Path", "path": str(value)}
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return {"kind": "map", "pairs": [[name, _plain(each)] for name, each in pairs]}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in cast("Sequence[Any]", value)]
    return value


def _read(value: Any) -> Any:  # noqa: ANN401
    if isinstance(value, list):
        return tuple(_read(each) for each in cast("list[Any]", value))
    if not isinstance(value, dict):
        return value
    content = cast("dict[str, Any]", value)
    if content["kind"] == "Path":
        return Path(content["path"])
    if content["kind"] == "map":
        return {name: _read(each) for name, each in content["pairs"]}
    return _KINDS[content["kind"]](**{k: _read(v) for k, v in content["fields"].items()})
