import math

from nalm.reports.html._summary_table import SUMMARY_COLUMNS, summary_table
from tests.reports.examples import row, training_report
from tests.reports.html.examples import report, settings


def cells(line, table):
    return dict(zip(table.header, line.cells, strict=True))


def test_a_number_stands_beside_its_interval_and_the_paper():
    table = summary_table(training_report(row(unit="Real NPU (modified)", interpolation="[-2,2)",
                                              solved=15)), [])  # fmt: skip
    (line,) = table.lines
    found = cells(line, table)
    assert found["Success rate"].text == "0.60"
    assert found["Success rate"].more == "(0.41–0.77)"
    assert found["Published"].text == "0.64"
    assert found["Verdict"].verdict == "agrees"
    meter = found["Success rate"].meter
    assert (meter.value, meter.published) == (60.0, 64.0)
    assert meter.low < meter.value < meter.high


def test_too_few_runs_are_said_and_not_marked():
    table = summary_table(training_report(row(interpolation="[-2,2)", solved=3, runs=3)), [])
    found = cells(table.lines[0], table)["Verdict"]
    assert (found.text, found.verdict) == ("too few runs", "")


def test_lines_know_their_runs_and_pools_those_of_their_unit():
    table = summary_table(report(), settings())
    assert [line.settings for line in table.lines] == [(0,), (1,), (2,), (3,), (0, 1), (2, 3)]
    assert [line.pooled for line in table.lines] == [False] * 4 + [True] * 2
    assert [line.first for line in table.lines] == [False, False, True, False, True, True]


def test_columns_without_content_are_left_out():
    rows = [row(unit=unit, solved=20) for unit in ("NRU", "A unit of nobody")]
    bare = summary_table(training_report(*rows[1:]), [])
    assert bare.header == (
        *("Unit", "Range", "Runs", "Success rate", "Solved at step", "Sparsity error", "ms"),
    )
    both = summary_table(training_report(*rows), [])
    assert {"Published", "Verdict"} <= set(both.header)
    assert cells(both.lines[1], both)["Verdict"].verdict == ""
    assert math.isnan(cells(both.lines[1], both)["Published"].sort)


def test_tasks_and_sweeps_have_columns_of_their_own():
    rows = [
        row(task=task, parameter=f"hidden size {size}")
        for task in ("add", "mul")
        for size in (2, 3)
    ]
    table = summary_table(training_report(*rows), [])
    assert table.header[:4] == ("Unit", "Task", "Varied", "Range")
    assert cells(table.lines[1], table)["Varied"].text == "hidden size 3"


def test_missing_and_diverged_runs_are_told():
    frame = training_report(row(runs=20, solved=20))
    table = summary_table(frame, [])
    assert cells(table.lines[0], table)["Runs"].more == "of 25"
    frame.frame["diverged"] = 3
    assert cells(summary_table(frame, []).lines[0], table)["Runs"].more == "of 25, 3 diverged"


def test_an_interval_that_is_not_known_is_left_out():
    table = summary_table(training_report(row(runs=1, solved=1)), [])
    found = cells(table.lines[0], table)
    assert found["Solved at step"].text == "1k"
    assert found["Solved at step"].more == found["Sparsity error"].more == ""


def test_without_runs_nothing_is_drawn():
    table = summary_table(training_report(row(runs=0, solved=0)), [])
    found = cells(table.lines[0], table)
    assert found["Success rate"].meter is None
    assert found["Success rate"].more == ""
    assert math.isnan(found["Sparsity error"].sort)


def test_the_columns_are_those_of_a_report():
    assert {str(name) for name in report().frame.columns} >= SUMMARY_COLUMNS
