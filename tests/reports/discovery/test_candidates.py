import json
from math import nan

from nalm.reports.discovery import as_object, candidate_frame
from nalm.reports.discovery._candidates import COLUMNS
from nalm.symbolic import from_json
from tests.reports.discovery.examples import LAW, LINE, candidate, discovery, finding, rate_finding


def test_the_frame_has_one_row_per_candidate_and_one_pick():
    frame = candidate_frame(finding())
    assert tuple(frame.columns) == COLUMNS
    assert frame["chosen"].tolist() == [False, True]
    assert frame["equation"].str.startswith("y = ").all()


def test_the_object_is_json_from_which_every_formula_is_read_back():
    written = json.loads(json.dumps(as_object(finding()), allow_nan=False))
    assert [from_json(each["formula"]) for each in written["candidates"]] == [LINE, LAW]
    assert written["verdict"] == "law"
    assert written["reason"].startswith("It predicts the 2 outermost rows")
    assert written["reason_kind"] == "predicts"
    assert written["reason_numbers"] == {"rows": 2, "error": 0.01}
    assert written["inputs"] == [{"name": "a", "unit": "au", "minimum": 0.4, "maximum": 30.0}]
    assert written["candidates"][written["chosen"]]["constants"][0]["value"] == 2.0


def test_unknown_numbers_are_null():
    found = discovery(candidate(LAW, outer=nan), chosen=0)
    text = json.dumps(as_object(finding(discovery=found)), allow_nan=False)
    assert json.loads(text)["candidates"][0]["extrapolation_error"] is None


def test_a_rate_has_the_name_of_its_column_as_target():
    written = as_object(rate_finding("prey"))
    assert (written["target"], written["left_side"]) == ("prey", "dprey/dt")
