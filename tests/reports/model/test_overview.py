from dataclasses import replace

from nalm.experiments import field
from nalm.reports import report_training, table
from nalm.reports.drawing._style import style
from nalm.reports.interface._frames import texts
from nalm.reports.model._overview import overview_grids, pooled
from nalm.units import NMU
from tests.reports.examples import grid_of_rows, row

RANGES = ("[1,2)", "[-2,2)")
CHART = field("Mine", NMU).chart
TASKS = ("add", "sub", "mul", "div", "root")


def rows(units, ranges=RANGES, tasks=TASKS):
    return [replace(each, parameter="inputs 2") for each in grid_of_rows(units, ranges, tasks)]


def report(*lines):
    experiment = replace(field("Mine", NMU), settings=())
    return report_training(experiment, lines)


def test_a_pool_stands_for_several_ranges_and_a_row_for_one():
    lines = [*rows(("NAU",)), *rows(("NMU",), RANGES[:1])]
    found = pooled(table(lines))
    assert set(texts(found, "interpolation")) == {"all", "[1,2)"}
    assert len(found) == 2 * len(TASKS)


def test_units_are_below_each_other_and_tasks_abreast():
    first, second, times = overview_grids(pooled(table(rows(("NAU", "NMU")))), CHART)
    assert first.header == ("unit", "add", "sub", "mul", "div")
    assert second.header == ("unit", "root")
    assert first.rows[0][1].lines == ("0.82 (0.69–0.90)",)
    assert [line[0].lines for line in times.rows] == [("NAU",), ("NMU",)]
    assert second.caption


def test_an_incomplete_cell_says_so():
    [grid, _] = overview_grids(pooled(table([row(solved=3, runs=7, parameter="inputs 2")])), CHART)
    assert grid.rows[0][1].lines[1] == "7 of 25 runs"
    assert grid.rows[0][1].alert


def test_a_cell_without_runs_or_without_a_setting_is_a_dash():
    lines = [row(unit="NAU", task="add", parameter="p", solved=0, runs=0)]
    lines.append(row(unit="NMU", task="mul", parameter="p"))
    [grid, _] = overview_grids(pooled(table(lines)), CHART)
    assert grid.rows[0][1].lines[0] == "–"
    assert grid.rows[0][2].lines == ("–",)


def test_the_time_is_a_median_over_tasks():
    slow = replace(row(task="add", parameter="p"), milliseconds=99.0)
    lines = [slow, *(row(task=task, parameter="p") for task in ("sub", "mul"))]
    times = overview_grids(pooled(table(lines)), CHART)[-1]
    assert times.rows[0][1].lines == ("1.5",)


def test_nothing_has_no_grids():
    assert overview_grids(pooled(table([])), CHART) == []


def test_a_report_with_a_chart_shows_ranges_only_of_few_units():
    few, many = report(*rows(("NAU",))), report(*rows(tuple("ABCDE")))
    assert len(few.grids()) == 3 + len(TASKS)
    assert len(many.grids()) == 3


def test_a_report_with_a_chart_is_drawn_as_its_heatmap():
    with style():
        figure = report(*rows(("NAU", "NMU"))).figure()
    assert len(figure.axes[0].texts) == 2 * len(TASKS)
    assert figure.axes[0].get_title(loc="left") == "inputs 2"
