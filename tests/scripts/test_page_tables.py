import pytest
from page_tables import cells_of, line_of, solved_of

from nalm.statistics import success_rate


def test_a_line_is_read_as_it_is_written():
    for cells in (["a", "b (1 to 2)<br>c", ""], ["–"]):
        assert cells_of(line_of(cells)) == cells


@pytest.mark.parametrize("runs", [1, 3, 10, 25])
def test_an_interval_tells_its_runs(runs):
    for solved in range(runs + 1):
        rate = success_rate(solved, runs)
        cell = f"{rate.estimate:.2f} ({rate.low:.2f}–{rate.high:.2f})"
        assert solved_of(cell)[1] == pytest.approx(runs, abs=runs // 20)


def test_no_interval_is_refused():
    with pytest.raises(ValueError, match=r"found '0\.40 \(0\.39–0\.41\)'"):
        solved_of("0.40 (0.39–0.41)")
