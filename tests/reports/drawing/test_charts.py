from dataclasses import replace

import pandas as pd
import pytest
from matplotlib.colors import LogNorm

from nalm.errors import InvalidValueError
from nalm.experiments import Chart, Mark
from nalm.reports import ChartReport
from nalm.reports.drawing._charts import draw_chart
from tests.reports.examples import chart_report


def draw(report):
    return draw_chart(report, chart=report.chart)


def report(frame, **chart):
    return ChartReport(name="p/w", title="", source="", frame=frame, chart=Chart(**chart))


def bar_text(report):
    return draw(report).axes[-1].get_ylabel()


@pytest.mark.parametrize("mark", Mark)
def test_every_mark_is_drawn(mark):
    figure = draw(chart_report(mark))
    figure.draw_without_rendering()
    assert figure.axes


def test_maps_share_one_scale_and_one_colour_bar():
    figure = draw(chart_report(Mark.HEATMAP))
    *maps, bar = figure.axes
    norms = [ax.collections[0].norm for ax in maps]
    assert [(norm.vmin, norm.vmax) for norm in norms] == [(0.0, 1.0)] * 2
    assert bar.get_ylabel() == "|error|"
    assert [ax.get_title(loc="left") or ax.get_title() for ax in maps] == ["NMU", "NAU"]


def test_limits_and_logarithm_make_the_scale():
    maps = chart_report(Mark.HEATMAP)
    chart = replace(maps.chart, log_value=True, limits=(1e-3, 10.0))
    norm = draw(replace(maps, chart=chart)).axes[0].collections[0].norm
    assert isinstance(norm, LogNorm)
    assert (norm.vmin, norm.vmax) == (1e-3, 10.0)


def test_panels_and_rows_make_small_multiples():
    places = [(task, unit) for task in ("add", "mul", "div") for unit in ("NAU", "NMU")]
    frame = pd.DataFrame([{"task": t, "unit": u, "x": 1, "y": 2.0} for t, u in places])
    figure = draw(report(frame, mark=Mark.POINTS, x="x", y="y", panel="unit", row="task"))
    assert len(figure.axes) == 6
    assert [ax.get_ylabel() for ax in figure.axes[::2]] == ["add\ny", "mul\ny", "div\ny"]


def test_panels_without_rows_are_wrapped_and_leftover_ones_hidden():
    frame = pd.DataFrame({"seed": range(8), "x": 1, "y": 2.0})
    figure = draw(report(frame, mark=Mark.LINE, x="x", y="y", panel="seed"))
    assert sum(ax.get_visible() for ax in figure.axes) == 8
    titles = [ax.get_title(loc="left") or ax.get_title() for ax in figure.axes]
    assert titles[:2] == ["seed 0", "seed 1"]
    figure.draw_without_rendering()


def test_published_rows_are_hollow_and_explained():
    figure = draw(chart_report(Mark.LINE))
    hollow = [line for line in figure.axes[0].lines if line.get_markerfacecolor() == "none"]
    assert [line.get_ydata().tolist() for line in hollow] == [[0.3]]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["NMU", "NAU", "published (hollow)"]


def test_many_series_have_a_ramp_of_colours_and_no_legend():
    frame = pd.DataFrame([{"seed": k, "x": x, "y": k * x} for k in range(20) for x in (0, 1)])
    figure = draw(report(frame, mark=Mark.LINE, x="x", y="y", series="seed"))
    assert not figure.legends
    assert len({line.get_color() for line in figure.axes[0].lines}) == 20


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pd.DataFrame({"x": [], "y": [], "z": []}), "expected rows to draw"),
        (pd.DataFrame({"x": [0], "y": [0], "z": [float("nan")]}), "expected finite values of z"),
    ],
)
def test_nothing_to_draw_is_refused(frame, message):
    with pytest.raises(InvalidValueError, match=message):
        draw(report(frame, mark=Mark.HEATMAP, x="x", y="y", value="z"))


@pytest.mark.parametrize("points", [3, 100])
def test_a_legend_has_markers_where_the_lines_have_them(points):
    frame = pd.DataFrame([{"u": u, "x": x, "y": x} for u in "ab" for x in range(points)])
    figure = draw(report(frame, mark=Mark.LINE, x="x", y="y", series="u"))
    lines = {line.get_marker() for line in figure.axes[0].lines}
    assert {handle.get_marker() for handle in figure.legends[0].legend_handles} == lines
    assert (lines == {""} or lines == {"None"}) == (points > 30)


def test_a_colour_bar_says_that_bright_is_better_where_one_end_is():
    maps = chart_report(Mark.HEATMAP)
    for better, text in (("low", "|error| (bright is better)"), ("", "|error|")):
        assert bar_text(replace(maps, chart=replace(maps.chart, better=better))) == text
