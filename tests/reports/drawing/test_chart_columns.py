from nalm.experiments import Chart, Mark
from nalm.reports.drawing._chart_columns import columns, label


def test_every_column_that_a_chart_names_is_listed_once():
    ends = {"low": "least", "high": "most"}
    chart = Chart(mark=Mark.LINE, x="step", y="error", series="unit", panel="unit", **ends)
    assert columns(chart) == ["step", "error", "unit", "least", "most"]
    assert columns(Chart(mark=Mark.HEATMAP, x="w1", y="w2", value="error", row="task")) == [
        *("w1", "w2", "error", "task"),
    ]


def test_a_column_has_the_text_of_the_chart_or_its_own_name_in_words():
    chart = Chart(mark=Mark.LINE, x="train_step", labels=(("w1", "w₁"),))
    assert [label(chart, name) for name in ("w1", "train_step")] == ["w₁", "train step"]
