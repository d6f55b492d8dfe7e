"""A view names what has to be trained for it."""

import pandas as pd

from nalm.experiments import Chart, Mark, View, lookup
from tests.experiments._tiny import THREE_COHORTS

VIEW = View(
    name="paper2020/steps",
    title="Steps",
    source="Figure 2",
    experiment=THREE_COHORTS,
    compute=lambda runs: pd.DataFrame({"seed": [run.seed for run in runs]}),
    chart=Chart(mark=Mark.HISTOGRAM, x="seed"),
)


def test_a_view_is_an_entry_like_the_others():
    assert VIEW.paper == "paper2020"
    assert lookup("paper2020/steps", {VIEW.name: VIEW}) is VIEW
