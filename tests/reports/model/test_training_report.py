from tests.reports.examples import grid_of_rows, row, sweep_report, training_report

RANGES = ("[1,2)", "[-2,2)")


def test_units_are_abreast_and_ranges_below_each_other():
    [grid] = training_report(*grid_of_rows(("NRU", "NMRU"), RANGES)).grids()
    assert grid.header == ("range", "NRU", "NMRU")
    assert [line[0].lines[0] for line in grid.rows] == [*RANGES, "all ranges"]
    assert grid.rows[0][1].lines[0] == "0.80 (0.61–0.91)"


def test_many_units_and_tasks_make_several_grids():
    units = ("NAC+", "NALU", "iNALU", "NAU", "NMU")
    grids = training_report(*grid_of_rows(units, RANGES, tasks=("add", "sub"))).grids()
    assert [len(grid.header) for grid in grids] == [5, 2, 5, 2]
    assert [grid.title for grid in grids] == ["task add", "", "task sub", ""]
    assert grids[-1].caption
    assert not grids[0].caption


def test_incomplete_and_differing_cells_are_flagged():
    report = training_report(row(solved=3, runs=7), row(interpolation="[10,20)", solved=10))
    [grid] = report.grids()
    first, second = grid.rows[0][1], grid.rows[1][1]
    assert first.alert
    assert "7 of 25 runs" in first.lines
    assert second.alert
    assert "paper 1.00 differs" in second.lines


def test_a_cell_without_runs_says_so():
    [grid] = training_report(row(solved=0, runs=0)).grids()
    assert grid.rows[0][1].lines == ("paper 1.00", "not judged", "0 of 25 runs")


def test_the_listing_names_the_task_only_when_there_are_several():
    one = training_report(*grid_of_rows(("NRU",), RANGES)).listing()
    two = training_report(*grid_of_rows(("NRU",), RANGES, tasks=("add", "sub"))).listing()
    assert "Task" not in one.header
    assert "Task" in two.header
    assert {len(line) for line in one.rows} == {len(one.header)}
    assert {len(line) for line in two.rows} == {len(two.header)}


def test_pooled_rates_have_three_digits():
    assert training_report(*grid_of_rows(("NRU",), RANGES)).listing().rows[-1][3] == "0.820"


def test_a_sweep_has_a_line_per_parameter():
    report = sweep_report()
    [grid] = report.grids()
    assert grid.header == ("parameter", "NMRU", "NRU")
    assert [line[0].lines[0] for line in grid.rows] == [
        *("weight 0", "weight 0.01", "weight 1", "loss MSE", "loss PCC")
    ]
    assert report.listing().header[:3] == ("Unit", "Range", "Parameter")
    assert report.listing().rows[0][:3] == ("NMRU", "[1,2)", "weight 0")
    assert len(report.figure().axes) == 6
