import pytest

from nalm.tables import _placing
from nalm.tables._placing import is_value, place, spread, usual_width


def rows(text):
    return [line.split(",") if line else [] for line in text.split("/")]


@pytest.mark.parametrize(
    ("text", "header", "units", "data"),
    [
        ("a,b/1,2/3,4", 0, None, 1),
        ("a,b/m,s/1,2", 0, 1, 2),
        ("a,b/[m],/1,2", 0, 1, 2),
        ("n,a,b/,m,s/x,1,2/y,3,4", 0, 1, 2),
        ("title/a,b/1,2/3,4", 1, None, 2),
        ("Temp,25/t,x/0,1/1,2", 1, None, 2),
        (",a,b/0,1,2/1,3,4", 0, None, 1),
        ("a,b/x,1,2/y,3,4", 0, None, 1),
        ("country,1990,1991/A,?,?/B,1,2", 0, None, 1),
        ("1,2/3,4", None, None, 0),
        ("a,b/?,?/1,2", 0, None, 1),
        ("a,b/<1,2/1,2", 0, None, 1),
        ("t,a/2020-01-01,1", 0, None, 1),
        ("a,b", 0, None, 1),
        ("a,b/x,y/z,w", 0, None, 1),
        ("a,b/1 kg,9.8 N/2 kg,19.6 N", 0, None, 1),
        ("a,b/kg,$/1 kg,$5", 0, 1, 2),
    ],
)
def test_header_units_and_data_are_found(text, header, units, data):
    found = place(rows(text))
    assert (found.header, found.units, found.data) == (header, units, data)


@pytest.mark.parametrize(
    ("text", "header", "units", "data"),
    [
        ("by,us/on,2020-01-01//t,u/[s],[V]/1,2/2,4/3,6", 3, 4, 5),
        ("by,us/on,2020-01-01/at,3/in,4/of,5/to,6/t,u/1,2/2,4", 6, None, 7),
        ("p,0/q,1/r,2/s,3//x,y/1,2/2,4/3,6", 5, None, 6),
        ("by: us/on: 1/in: 2/at: 3/x,y/1,2/2,4", 4, None, 5),
        ("end,/,/channels,1,/x,u,note/1,2,/2,4,/3,6,", 3, None, 4),
        # Rows in groups are one table, and so is a table below its title or its names.
        ("x,y/1,2//1,3/2,4/3,6", 0, None, 1),
        ("x,y//1,3/2,4/3,6", 0, None, 1),
        ("n,y/a,2//b,3/c,4/d,6", 0, None, 1),
        ("x,y/1,2//x,y/1,3/2,4/3,6", 0, None, 1),
        ("x,y/1,2/2,4/3,6//mean,4", 0, None, 1),
        ("1,2//1,3/2,4/3,6", None, None, 0),
    ],
)
def test_a_table_is_found_below_settings(text, header, units, data):
    found = place(rows(text))
    assert (found.header, found.units, found.data) == (header, units, data)


@pytest.mark.parametrize(
    ("text", "doubtful"),
    [
        ("s1,1,4/s2,2,5", True),
        ("country,1990,1991/A,?,?/B,1,2", True),
        ("1 kg,2 N/2 kg,4 N", True),
        ("s1,1,?/s2,2,5", True),
        ("a,b/1,2", False),
        ("2theta,counts/10.0,5", False),
        ("a,b/x,y", False),
    ],
)
def test_a_header_with_values_may_be_data(text, doubtful):
    assert place(rows(text)).doubtful is doubtful


def test_blank_rows_have_no_place():
    assert place([[], ["", " "]]) is None
    assert usual_width([]) == 0


@pytest.mark.parametrize("header", ["n{}", "{}"])
def test_of_wide_tables_some_cells_are_looked_at(header, monkeypatch):
    wide = [[form.format(1990 + k) for k in range(5000)] for form in (header, "{}.5", "{}.25")]
    looked_at = []
    monkeypatch.setattr(
        _placing, "is_number", lambda text: looked_at.append(text) or text[0] != "n"
    )
    found = place(wide)
    assert (found.header, found.data) == ((0, 1) if header == "n{}" else (None, 0))
    assert len(looked_at) < len(wide) * len(wide[0]) / 4


def test_cells_are_spread_over_a_row():
    assert spread("abcde", 5) == spread("abcde") == "abcde"
    assert spread("abcde", 3) == "ace"
    assert spread("", 3) == ""


def test_numbers_limits_dates_and_quantities_are_values():
    assert all(map(is_value, ["1", "1,5", "<2", "2020-01-01", "5 kg"]))
    assert not any(map(is_value, ["", "a", "m/s"]))
