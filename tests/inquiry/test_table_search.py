from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from nalm.discovery.groups import _search
from nalm.discovery.strategy import _outputs
from nalm.errors import InputWarning, InvalidValueError, UnknownNameError
from nalm.inquiry import _table_search
from nalm.inquiry._request import Effort, Request
from nalm.inquiry._table_search import discover_law, input_columns, with_names
from tests.cli.laws import log_log_line
from tests.discovery._groups import columns, search_that_finds
from tests.discovery._laws import formula, term

FRAME = pd.DataFrame(
    {
        "a": [1.0, 2.0, 3.0, 4.0],
        "y": [2.0, 8.0, 18.0, 32.0],
        "w": [1.0, 1.0, 1.0, 0.0],
        "n": list("stuv"),
    }
)


@pytest.fixture(autouse=True)
def instant(monkeypatch):
    monkeypatch.setattr(_outputs, "search", log_log_line)


def law(frame=FRAME, units=None, **columns):
    given = {"target": "y", "inputs": ("a",), "units": Path("units.toml") if units else None}
    request = Request(data=Path("data.csv"), **{**given, **columns})
    return discover_law(frame, request, effort=Effort(), units=units or {}, verbose=0)


def test_the_law_of_a_table_is_found():
    result = law()
    [finding] = result.findings
    [term] = finding.chosen.formula.terms
    assert float(term.coefficient) == pytest.approx(2.0)
    assert float(term.powers[0].exponent) == pytest.approx(2.0)
    assert finding.x.tolist() == [[1.0], [2.0], [3.0], [4.0]]
    assert result.motion is None


def test_weights_leave_rows_out_and_missing_rows_are_counted():
    assert len(law(weights="w").estimator.discoveries_[0].inner_rows) == 2
    gaps = FRAME.assign(a=[1.0, None, 3.0, 4.0])
    result = law(gaps, drop_missing=True)
    assert (result.dropped, len(result.findings[0].y)) == (1, 3)


def test_rows_of_a_finding_know_their_place_in_the_file():
    gaps = FRAME.assign(a=[1.0, None, 3.0, 4.0])
    gaps.attrs["places"] = {"words": "Line {}", "runs": [[0, 2], [2, 7]]}
    places = law(gaps, drop_missing=True).findings[0].places
    assert [places.of(k) for k in range(3)] == ["Line 2", "Line 7", "Line 8"]
    assert law().findings[0].places is None


def test_units_of_used_columns_reach_the_estimator():
    result = law(units={"a": "m", "y": "m^2", "w": "1"})
    assert result.estimator.units == {"a": "m"}
    assert result.estimator.target_units == "m^2"
    assert result.findings[0].units == {"a": "m", "y": "m^2"}
    assert not result.estimator.dimensional_constants


def test_constants_may_carry_units():
    result = law(units={"a": "m", "y": "N"}, dimensional_constants=True)
    assert result.estimator.dimensional_constants
    assert result.estimator.constants_["unit"].tolist() == ["N m^-2", "1"]


def test_all_columns_without_another_part_are_inputs():
    request = Request(data=Path("data.csv"), target="y", weights="w")
    assert input_columns(FRAME, request) == ["a", "n"]
    with pytest.raises(InvalidValueError, match="Column 'n' holds text such as 's'"):
        discover_law(FRAME, request, effort=Effort(), units={}, verbose=0)


@pytest.mark.parametrize(
    ("columns", "error", "message"),
    [
        ({"target": "z"}, UnknownNameError, "--target: the table has no column 'z'"),
        ({"inputs": ("q",)}, UnknownNameError, "--inputs: the table has no column 'q'"),
        ({"weights": "v"}, UnknownNameError, "--weights: the table has no column 'v'"),
        ({"inputs": ("a", "y")}, InvalidValueError, "found y, which is the column of --target"),
    ],
)
def test_columns_that_cannot_be_are_refused(columns, error, message):
    with pytest.raises(error, match=message):
        law(**columns)


@pytest.mark.parametrize(
    ("columns", "request_", "message"),
    [
        ({"w": [1.0, 1.0, -1.0, 1.0]}, {"weights": "w"}, "--weights: .* found -1 in row 3"),
        ({"w": 0.0}, {"weights": "w"}, "--weights: .* found 0 among 4"),
        ({"n": ["a", "a", None, "b"]}, {"group": "n"}, "--group: .* first in row 3"),
        ({"a": [1.0, None, None, None]}, {"drop_missing": True}, "found 1 row"),
    ],
)
def test_rows_that_cannot_be_used_are_said_in_words_of_the_options(columns, request_, message):
    with pytest.raises(InvalidValueError, match=message):
        law(FRAME.assign(**columns), **request_)


def test_headers_as_written_stand_for_names():
    frame = FRAME.copy()
    frame.attrs["headers"] = {"a (m)": "a", "y [m^2]": "y", "w (1)": "w"}
    request = Request(data=Path("d.csv"), target="y [m^2]", inputs=("a (m)",), weights="w (1)")
    named = with_names(request, frame)
    assert (named.target, named.inputs, named.weights) == ("y", ("a",), "w")


def test_columns_without_a_value_are_no_inputs():
    with pytest.warns(InputWarning, match="left out 'b'"):
        result = law(FRAME[["a", "y"]].assign(b=float("nan")), inputs=())
    assert result.findings[0].inputs == ("a",)


def test_a_table_of_the_target_alone_is_refused():
    request = Request(data=Path("data.csv"), target="y")
    with pytest.raises(InvalidValueError, match="columns besides y"):
        _table_search.input_columns(FRAME[["y"]], request)


def test_every_group_has_a_finding_of_its_rows(monkeypatch):
    line = formula(term(2.0, (0, 1)))
    monkeypatch.setattr(_search, "search", search_that_finds(line))
    x, y, group = columns(lambda a, k: k * a, [(2.3,), (0.7,)])
    mixed = np.random.default_rng(0).permutation(len(y))
    frame = pd.DataFrame({"a": x[:, 0], "y": y, "g": np.array(["u", "v"])[group]}).loc[mixed]
    frame.iloc[3, 0] = None
    result = law(frame, units={"a": "m", "y": "m"}, group="g", inputs=(), drop_missing=True)
    assert {finding.target for finding in result.findings} == {"y[u]", "y[v]"}
    for finding in result.findings:
        slope = 2.3 if finding.target == "y[u]" else 0.7
        assert finding.y / finding.x[:, 0] == pytest.approx(slope, rel=0.06)
        assert finding.outer.sum() == 6
        # The outermost are at the ends.
        assert np.abs(finding.x[finding.outer > 0] - 2.75).min() > 1.0
        assert finding.units[finding.target] == "m"
    assert result.grouping.equation.text() == "y = k1*a"
    assert result.dropped == 1
