import numpy as np
import pandas as pd
import pytest

from nalm.experiments import Mark
from tests.reports.drawing.test_charts import draw, report
from tests.reports.examples import chart_report


def test_the_bars_of_a_histogram_are_stacked_and_count_every_row():
    figure = draw(chart_report(Mark.HISTOGRAM))
    [panel] = figure.axes
    assert sum(bar.get_height() for bar in panel.patches) == 8
    assert any(bar.get_y() > 0 for bar in panel.patches)


def test_bars_that_are_counted_already_stay_as_they_are():
    edges = np.linspace(0, 1, 26)
    centres = (edges[1:] + edges[:-1]) / 2
    counts = {"NMU": [*range(24), 0], "NAU": [3] * 25}
    frame = pd.DataFrame(
        [
            {"unit": unit, "gate": round(centre, 4), "runs": count}
            for unit, own in counts.items()
            for centre, count in zip(centres, own, strict=True)
        ]
    )
    chart = {"mark": Mark.HISTOGRAM, "x": "gate", "y": "runs"}
    upper, lower = draw(report(frame, panel="unit", **chart)).axes
    for panel, own in ((upper, counts["NMU"]), (lower, counts["NAU"])):
        assert [bar.get_height() for bar in panel.patches] == own
        assert [bar.get_x() for bar in panel.patches] == pytest.approx(edges[:-1])
        assert [bar.get_width() for bar in panel.patches] == pytest.approx([0.04] * 25)
    alone = draw(report(frame[:1].assign(runs=5), **chart)).axes[0]
    assert sum(bar.get_height() for bar in alone.patches) == 5


@pytest.mark.parametrize("values", [[0.0, 0.5, 1.0], [-1.79, 0.0, 2.87], [3e-5, 7e-5], [0.5]])
def test_bars_lie_around_round_numbers(values):
    frame = pd.DataFrame({"weight": values})
    bars = draw(report(frame, mark=Mark.HISTOGRAM, x="weight")).axes[0].patches
    assert len(bars) <= 42
    assert sum(bar.get_height() for bar in bars) == len(values)
    for bar in bars:
        centre = (bar.get_x() + bar.get_width() / 2) / bar.get_width()
        assert centre == pytest.approx(round(centre), abs=1e-6)
