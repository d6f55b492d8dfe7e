import io

import pytest
from rich.console import Console

from nalm.reports.formats import find_format, terminal_view
from tests.reports.examples import all_reports, grid_of_rows, sweep_report, training_report

UNITS = ("Real NPU (baseline)", "Real NPU (modified)", "NRU", "NMRU")


@pytest.mark.parametrize("which", range(10))
def test_text_fits_into_100_columns(which):
    text = find_format("terminal").render(all_reports()[which]).decode()
    assert max(len(line) for line in text.splitlines()) <= 100


def test_four_units_with_published_numbers_fit_unbroken():
    rows = grid_of_rows(UNITS, ("[-20,-10)", "[-1.2,-1.1)", "[-2,2)"))
    text = find_format("terminal").render(training_report(*rows)).decode()
    assert max(len(line) for line in text.splitlines()) <= 100
    for name in (*UNITS, "[-1.2,-1.1)", "all ranges", "0.84 (0.65–0.94)", "paper 0.64 differs"):
        assert name in text
    assert "\x1b" not in text


def test_markup_in_texts_is_shown_as_it_is():
    console = Console(file=io.StringIO(), width=100)
    console.print(terminal_view(training_report(title="[bold]x[/nothing]")))
    assert "[bold]x[/nothing]" in console.file.getvalue()


def test_tables_below_follow_their_headings():
    text = find_format("terminal").render(sweep_report()).decode()
    assert text.index("weight 0.01") < text.index("Measurements") < text.index("median 2 ± 1")
