"""Draw what each part of the SPU is for: runs that solve their task without it.

nalm report nalm2026spu/ablations --format csv --output docs/signed-power-unit.csv
python scripts/ablation_figure.py > docs/signed-power-unit.svg
"""

import sys
from pathlib import Path

import pandas as pd

from nalm.experiments import Chart, Mark
from nalm.experiments.catalogue import entries
from nalm.reports import ALL_RANGES, ChartReport
from nalm.reports.formats import find_format

RESULTS = Path(__file__).parents[1] / "docs" / "signed-power-unit.csv"

PARTS = {
    "SPU": "the whole unit",
    "sign from |W|": "sign from |W|, not P",
    "phase of W": "phase of W, not P",
    "one weight": "one weight, not A − B",
    "no penalty": "no penalty",
    "no floor": "no floor of y²",
    "true gradient": "true gradient",
    "no clipping": "no gradient clipping",
}
"""Name in the table → words of the page, in its order."""

CHART = Chart(
    mark=Mark.HEATMAP,
    x="range",
    y="part",
    row="task",
    value="solved",
    low="low",
    high="high",
    limits=(0.0, 1.0),
    labels=(("range", "training range"), ("solved", "share of runs solved")),
)


def report() -> ChartReport:
    """Return the stored rates as rows of a map for each task."""
    rates = pd.read_csv(RESULTS)
    rows = pd.DataFrame(
        {
            "part": rates["unit"].map(PARTS),
            "task": rates["parameter"].str.removeprefix("task "),
            "range": rates["interpolation"].replace(ALL_RANGES, "all nine"),
            "solved": rates["success_rate"],
            "low": rates["success_low"],
            "high": rates["success_high"],
        }
    )
    order = rows["part"].map(list(PARTS.values()).index)
    entry = entries()["nalm2026spu/ablations"]
    return ChartReport(
        name=entry.name,
        title=entry.title,
        source="25 seeds of each range, 20,000 steps",
        frame=rows.iloc[order.argsort(kind="stable")].reset_index(drop=True),
        chart=CHART,
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(find_format("svg").render(report()))
