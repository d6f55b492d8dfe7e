import math
import warnings
from pathlib import Path

import pytest

from nalm.errors import InputWarning, InvalidValueError, UnknownNameError
from nalm.inquiry._form_request import FormRequest
from nalm.inquiry._form_search import fit_law
from nalm.inquiry._request import Effort

ROWS = [f"{t},{5 * math.exp(-0.3 * t) + 1},word" for t in range(20)]


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("data.csv").write_text("time (s),counts,remark\n" + "\n".join(ROWS))


def fitted(form, **options):
    request = FormRequest(data=Path("data.csv"), form=form, search=False, **options)
    return fit_law(request, Effort(), quiet=True)


def test_columns_of_the_form_are_read_alone():
    found = fitted("counts = a*exp(-b*time) + c")
    [finding] = found.findings
    assert (finding.target, finding.inputs) == ("counts", ("time",))
    assert finding.chosen.form.values == pytest.approx([5, 0.3, 1])
    assert found.estimator.equation_ == "counts = 5*exp(-0.3*time) + 1"


@pytest.mark.parametrize(
    ("form", "error", "message"),
    [
        ("a*time", InvalidValueError, "found no =.*one of time, counts, remark"),
        ("count = a*time", UnknownNameError, "Did you mean counts"),
        ("counts = a*t", InvalidValueError, "found the constants a, t alone"),
    ],
)
def test_what_is_no_form_of_the_table_is_refused(form, error, message):
    with pytest.raises(error, match=message):
        fitted(form)


@pytest.mark.parametrize(
    ("header", "form", "message"),
    [
        ("U/V,I/A,P/W", "P/W = a*U/V*I/A", r"Write 'P = a\*U\*I'"),
        ("lambda,x-1,y", "y = a*lambda/(x-1)", r"column 'x-1' by its name x_1"),
        ("time (s),x,y", "y = a*time (s)", r"Write 'y = a\*time'"),
    ],
)
def test_a_header_in_the_form_is_refused_with_the_name_to_write(header, form, message):
    Path("data.csv").write_text(f"{header}\n" + "\n".join(f"{k},{k},{k}" for k in range(1, 20)))
    with pytest.raises(InvalidValueError, match=message):
        fitted(form)


def grouped(column):
    rows = [f"{t},{5 * math.exp(-0.3 * t) + 1},{each}" for t, each in enumerate(column)]
    Path("data.csv").write_text("time (s),counts,cell state\n" + "\n".join(rows))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        fitted("counts = a*exp(-b*time) + c")
    return [str(each.message) for each in caught if each.category is InputWarning]


def test_groups_that_a_form_fits_as_one_are_said():
    [note] = grouped(["treated", "untreated"] * 10)
    assert note.startswith("column 'cell state' holds text (treated, untreated), which the form")
    assert "nalm discover and --group 'cell state', or give the rows of each group" in note


@pytest.mark.parametrize(
    "column",
    [
        ["treated"] * 20,  # one group is all rows
        [f"S{k}" for k in range(20)],  # names of rows
        ["", "", "", "", "", "", "", "b", "b", "b", "a", "a", "a"],  # remarks on some
        ["2020-01-01", "2020-01-02"] * 10,
        ["1", "2"] * 10,
        ["5 kg", "6 kg"] * 10,
    ],
)
def test_other_columns_beside_a_form_are_not_said(column):
    assert grouped(column) == []
