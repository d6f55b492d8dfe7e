"""Draw what a single unit learns: the share of runs solved by unit and operation.

nalm report field/single-module --output docs/field.csv
python scripts/field_figure.py > docs/field.png
"""

import sys
from io import BytesIO
from pathlib import Path

import pandas as pd
from PIL import Image

from nalm.experiments.catalogue import entries
from nalm.reports import ALL_RANGES, ChartReport
from nalm.reports.formats import find_format

RESULTS = Path(__file__).parents[1] / "docs" / "field.csv"


def rates() -> pd.DataFrame:
    """Return the stored rates over all ranges, a row for each unit, operation and inputs."""
    table = pd.read_csv(RESULTS)
    return table[table["interpolation"] == ALL_RANGES].reset_index(drop=True)


def report() -> ChartReport:
    """Return the rates as two maps, as `nalm report` draws them of the runs."""
    entry = entries()["field/single-module"]
    if entry.chart is None:
        raise TypeError(f"{entry.name} must have a chart, found none")
    return ChartReport(
        name=entry.name,
        title=entry.title,
        source=entry.source,
        frame=rates(),
        chart=entry.chart,
    )


def small(picture: bytes) -> bytes:
    """Write a PNG with as few colours as a map and its text need: a third of the bytes."""
    written = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").quantize(256).save(written, "png", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    sys.stdout.buffer.write(small(find_format("png").render(report())))
