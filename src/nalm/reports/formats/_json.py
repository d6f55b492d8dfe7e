"""JSON: a list of objects, or several by name."""

import json
import math
from typing import final

from nalm.reports.formats._format import Format
from nalm.reports.interface._frames import Record, records
from nalm.reports.interface._report import Report


@final
class JSONFormat(Format):
    """Write all columns of the data as a list of objects; what is not finite becomes null.

    A report with others below it becomes an object: kind, such as ``settings`` → list.
    """

    name = "json"
    suffix = ".json"

    def render(self, report: Report) -> bytes:
        """Return one object per row."""
        content: object = _rows(report)
        if report.below:
            content = {kind: _rows(part) for kind, part in report.parts().items()}
        text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
        return f"{text}\n".encode()


def _rows(report: Report) -> list[Record]:
    return [{k: _plain(v) for k, v in row.items()} for row in records(report.rows())]


def _plain(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value
