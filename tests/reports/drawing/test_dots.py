import pytest

from nalm.reports.drawing._dots import draw_dots
from tests.reports.examples import measurement_report


def draw(report):
    return draw_dots(report, measured=report.measured)


def test_one_panel_per_metric_with_every_run():
    figure = draw(measurement_report(extra=[{"metric": "rank"}]))
    assert len(figure.axes) == 2
    dots = [line for line in figure.axes[0].lines if line.get_marker() == "."]
    assert sorted(y for line in dots for y in line.get_ydata()) == [1.0, 1.0, 2.0, 2.0, 3.0, 3.0]


@pytest.mark.parametrize(
    ("values", "scale"),
    [((1.0, 2.0, 3.0), "linear"), ((1e-5, 1.0, 3.0), "log"), ((0.0, 1e-5, 3.0), "symlog")],
)
def test_wide_values_make_the_axis_logarithmic(values, scale):
    figure = draw(measurement_report(values=values))
    figure.draw_without_rendering()
    assert figure.axes[0].get_yscale() == scale


def test_ranges_and_parameters_are_on_the_horizontal_axis():
    figure = draw(measurement_report(extra=[{"interpolation": "[3,4)"}]))
    labels = [text.get_text() for text in figure.axes[0].get_xticklabels()]
    assert labels == ["[1,2)", "[3,4)"]


def test_a_unit_may_lack_a_range_that_another_has():
    figure = draw(measurement_report(extra=[{"interpolation": "[3,4)", "unit": "other"}]))
    dots = [line for line in figure.axes[0].lines if line.get_marker() == "."]
    assert 0 in {len(line.get_ydata()) for line in dots}


def test_units_at_a_single_place_stand_on_the_axis_and_not_in_the_legend():
    figure = draw(measurement_report())
    assert [text.get_text() for text in figure.axes[0].get_xticklabels()] == ["NMU", "NAU"]
    assert figure.axes[0].get_xlabel() == "[1,2)"
    written = [text.get_text() for text in figure.legends[0].get_texts()]
    assert written == ["mean", "median", "single runs"]


def test_a_panel_without_a_finite_value_says_so():
    figure = draw(measurement_report(values=(float("nan"),) * 3))
    assert "no finite value" in [text.get_text() for text in figure.axes[0].texts]
