import pytest

from nalm.reports.drawing._panels import draw_panels
from tests.reports.examples import grid_of_rows, row, training_report

RANGES = ("[1,2)", "[-2,2)", "[10,20)")


def test_three_panels_per_task():
    report = training_report(*grid_of_rows(("NRU", "NMRU"), RANGES, tasks=("add", "sub")))
    axes = draw_panels(report).axes
    assert len(axes) == 6
    titles = [axes[3].get_title(loc=place) for place in ("left", "center")]
    assert "sub: success rate" in titles


def test_ranges_are_on_the_horizontal_axis_and_the_pool_only_with_success():
    success, speed, sparsity = draw_panels(
        training_report(*grid_of_rows(("NRU", "NMRU"), RANGES))
    ).axes
    assert [t.get_text() for t in success.get_xticklabels()] == [*RANGES, "all"]
    assert [t.get_text() for t in speed.get_xticklabels()] == list(RANGES)
    assert [t.get_text() for t in sparsity.get_xticklabels()] == list(RANGES)


def test_published_numbers_are_hollow_and_explained():
    figure = draw_panels(training_report(*grid_of_rows(("NRU",), RANGES)))
    hollow = [line for line in figure.axes[0].lines if line.get_markerfacecolor() == "none"]
    assert len(hollow) == 1
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["NRU", "published (hollow)"]


@pytest.mark.parametrize("rows", [[], [row(solved=0, runs=0)], [row(solved=0)], [row(solved=1)]])
def test_little_data_is_drawn_too(rows):
    figure = draw_panels(training_report(*rows))
    figure.draw_without_rendering()
    assert len(figure.axes) == 3
