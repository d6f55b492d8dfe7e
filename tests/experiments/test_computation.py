"""A computation is a figure that asks for no training."""

import pandas as pd
import pytest

from nalm.experiments import Chart, Computation, Mark
from tests.experiments._tiny import THREE_COHORTS

CHART = Chart(mark=Mark.LINE, x="x", y="y")


def computation(chart=None):
    def compute():
        return pd.DataFrame({"x": [1.0], "y": [2.0]})

    return Computation(
        name="paper2020/curve", title="", source="Figure 1", compute=compute, chart=chart
    )


def test_a_computation_answers_what_every_entry_is_asked():
    curve = computation()
    assert curve.trained_part() is None
    assert curve.on(THREE_COHORTS) is curve
    assert (curve.drawn_from, curve.paper) == ("", "paper2020")
    assert curve.either(experiment=lambda _: None, figure=lambda each: each.kind) == "computed"


@pytest.mark.parametrize("chart", [None, CHART])
def test_its_rows_need_no_runs_and_its_chart_may_be_left_to_the_columns(chart):
    curve = computation(chart)
    assert curve.rows([]).to_dict("list") == {"x": [1.0], "y": [2.0]}
    assert curve.drawn_as() is chart
