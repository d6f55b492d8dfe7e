"""A view names what has to be trained for it."""

from types import SimpleNamespace

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


def test_a_view_answers_what_every_entry_is_asked():
    fewer = THREE_COHORTS.with_seeds(1)
    assert VIEW.trained_part() is VIEW.experiment
    assert VIEW.on(fewer).experiment is fewer
    assert VIEW.on(fewer).name == VIEW.name
    assert VIEW.drawn_from == THREE_COHORTS.name
    assert VIEW.either(experiment=lambda _: None, figure=lambda each: each.kind) == "view"


def test_its_rows_are_made_of_runs_and_drawn_by_its_chart():
    assert list(VIEW.rows([SimpleNamespace(seed=3)])["seed"]) == [3]
    assert VIEW.drawn_as() is VIEW.chart
