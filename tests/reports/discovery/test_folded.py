import io

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.table import Table

from nalm.reports.discovery._folded import INDENT, Folded, folded

EQUATION = "2.805e+08/((t_s^2 + 205.1)^(3/2)*(t_s + 9.757)^2) - 17.2*sqrt(t_s)"


@given(st.text("ab1 +-*/()^", max_size=80), st.integers(3, 40))
def test_no_letter_is_lost_and_no_line_is_too_long(text, width):
    lines = folded(text, width)
    assert max(len(line.rstrip()) for line in lines) <= width
    first, *others = lines
    assert all(line.startswith(INDENT) for line in others)
    assert first + "".join(line.removeprefix(INDENT) for line in others) == text


def test_numbers_and_names_stay_in_one_piece():
    lines = folded(EQUATION, 24)
    for part in ("2.805e+08", "205.1", "9.757", "17.2", "sqrt(t_s)"):
        assert any(part in line for line in lines)


def test_what_fits_is_one_line():
    assert folded(EQUATION, len(EQUATION)) == [EQUATION]


def test_a_column_of_a_table_holds_all_of_it():
    table, file = Table(), io.StringIO()
    table.add_column("n", no_wrap=True)
    table.add_column("equation", ratio=1)
    table.add_row("15", Folded(EQUATION))
    Console(file=file, width=40).print(table)
    assert "…" not in file.getvalue()
    assert max(map(len, file.getvalue().splitlines())) <= 40
