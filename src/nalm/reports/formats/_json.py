"""JSON: a list of objects."""

import json
import math
from typing import final

from nalm.reports._frames import records
from nalm.reports._report import Report
from nalm.reports.formats._format import Format


@final
class JSONFormat(Format):
    """Write all columns of the data as a list of objects; what is not finite becomes null."""

    name = "json"
    suffix = ".json"

    def render(self, report: Report) -> bytes:
        """Return one object per row."""
        plain = [{k: _plain(v) for k, v in row.items()} for row in records(report.frame)]
        text = json.dumps(plain, indent=2, ensure_ascii=False, allow_nan=False)
        return f"{text}\n".encode()


def _plain(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value
