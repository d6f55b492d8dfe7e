from dataclasses import replace

import numpy as np

from nalm.experiments import Parameter
from nalm.reports import TrainingReport, table
from nalm.reports.drawing._sweeps import draw_sweeps
from tests.reports.examples import row, sweep_report


def draw(report):
    return draw_sweeps(report, parameters=report.parameters)


def labels(ax):
    return [text.get_text() for text in ax.get_xticklabels()]


def test_three_panels_per_parameter_with_its_values_below():
    axes = draw(sweep_report()).axes
    assert len(axes) == 6
    assert [ax.get_xlabel() for ax in axes[::3]] == ["weight", "loss"]
    assert labels(axes[0]) == ["0", "0.01", "1"]
    assert labels(axes[3]) == ["MSE", "PCC"]


def test_wide_numbers_are_logarithmic_and_zero_is_one_step_before_them():
    ticks = draw(sweep_report()).axes[0].get_xticks()
    assert np.allclose(ticks, [-4.0, -2.0, 0.0])


def test_numbers_are_joined_and_words_are_not():
    axes = draw(sweep_report()).axes
    joined = [[line for line in ax.lines if line.get_linestyle() == "-"] for ax in axes]
    assert len(joined[0]) == 2
    assert not joined[3]


def test_each_range_has_its_row_where_several_share_a_parameter():
    sizes = tuple(Parameter(name="size", value=k) for k in (2, 3))
    rows = [row(parameter=str(p), interpolation=r) for p in sizes for r in ("[1,2)", "[3,4)")]
    report = TrainingReport(name="p/w", title="", source="", frame=table(rows), parameters=sizes)
    assert len(draw(report).axes) == 6
    single = replace(report, frame=table(rows[::2]))
    assert len(draw(single).axes) == 3
