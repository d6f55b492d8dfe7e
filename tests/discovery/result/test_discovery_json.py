import dataclasses
import json
import math

import numpy as np
import pytest

from nalm.discovery import Candidate, Discovery, Reason, ReasonKind
from nalm.discovery.result._discovery_json import (
    discovery_from_json,
    discovery_to_json,
    number_to_json,
    read_document,
    write_document,
)
from nalm.discovery.result._reading import Reader
from nalm.errors import StoreError
from tests.discovery._discoveries import candidate, constant, discovery, power_law

LAW = power_law(0.1 + 0.2, {0: 1 / 3, 1: -2.0})
FOUND = discovery(constant(1 / 3), LAW, chosen=0)


def test_every_field_is_kept():
    document = discovery_to_json(FOUND)
    assert set(document) == {field.name for field in dataclasses.fields(Discovery)}
    keys = {
        "hits": "found",
        "restarts": "starts",
    }  # files keep the names they were first written with
    names = [field.name for field in dataclasses.fields(Candidate)]
    assert set(document["candidates"][0]) == {keys.get(name, name) for name in names}


def test_a_round_trip():
    text = json.dumps(discovery_to_json(FOUND), allow_nan=False)
    back = discovery_from_json(Reader(json.loads(text), "law.json", ""), inputs=2)
    assert [each.formula for each in back.candidates] == [constant(1 / 3), LAW]
    for one, other in zip(back.candidates, FOUND.candidates, strict=True):
        assert np.array_equal(one.covariance, other.covariance)
        assert dataclasses.replace(one, covariance=None) == dataclasses.replace(
            other, covariance=None
        )
    plain = {"candidates": ()}
    assert dataclasses.replace(back, **plain) == dataclasses.replace(FOUND, **plain)


@pytest.mark.parametrize(
    "reason",
    [
        Reason(ReasonKind.HELD_OUT_ROWS_MISSED, {"rows": 20, "ratio": math.inf}),
        Reason(ReasonKind.SEARCH_STOPPED),
        Reason(ReasonKind.CONSTRAINT_BROKEN, constraints=("Broken: y(0) = 1.",)),
        Reason(ReasonKind.RIVAL, {"odds": 3.0}),
        Reason(ReasonKind.RIVAL, {"odds": 3.0, "rival": 4}),
        Reason(ReasonKind.SEARCH_STOPPED, group="d"),
        Reason(ReasonKind.TEXT, text="It is said so."),
    ],
)
def test_a_reason_is_kept(reason):
    text = json.dumps(discovery_to_json(discovery(LAW, reason=reason)), allow_nan=False)
    back = discovery_from_json(Reader(json.loads(text), "law.json", ""), inputs=2)
    assert back.reason == reason


def test_a_sentence_of_an_older_version_is_kept():
    document = discovery_to_json(FOUND) | {"reason": "No other formula does."}
    back = discovery_from_json(Reader(document, "law.json", ""), inputs=2)
    assert str(back.reason) == "No other formula does."


@pytest.mark.parametrize(
    ("reason", "message"),
    [
        ({"kind": "text", "numbers": {}}, "must be 'constant_target' or"),
        ({"kind": "few_rows", "numbers": {"rows": 9}}, "lacks it"),
        ({"kind": "few_rows", "numbers": {"rows": 9, "constants": "3"}}, "must be a number"),
        (7, "must be an object"),
    ],
)
def test_what_is_no_reason_is_refused(reason, message):
    document = discovery_to_json(FOUND) | {"reason": reason}
    with pytest.raises(StoreError, match=message):
        discovery_from_json(Reader(document, "law.json", ""), inputs=2)


def test_a_covariance_has_a_row_for_each_parameter():
    wrong = discovery(LAW, candidates=(candidate(LAW, covariance=np.eye(2)),), chosen=0)
    with pytest.raises(StoreError, match="a row and column for each of 3 parameters"):
        discovery_from_json(Reader(discovery_to_json(wrong), "law.json", ""), inputs=2)


@pytest.mark.parametrize("value", [0.1, -0.0, 5e-324, 1.7e308, math.inf, -math.inf, math.nan])
def test_every_number_is_kept(value):
    text = json.dumps(number_to_json(value), allow_nan=False)
    assert repr(Reader(json.loads(text), "law.json", "").number()) == repr(value)


def test_documents(tmp_path):
    write_document(tmp_path / "a.json", {"größe": [1, 2]})
    write_document(tmp_path / "a.json", {"größe": [3]})
    assert read_document(tmp_path / "a.json").value == {"größe": [3]}
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_documents_that_cannot_be(tmp_path):
    with pytest.raises(StoreError, match="must be a file that can be read"):
        read_document(tmp_path)
    with pytest.raises(StoreError, match="must be a file that can be written"):
        write_document(tmp_path, {})


def test_a_noise_model_that_is_not_known_is_named():
    document = discovery_to_json(FOUND)
    document["candidates"][1]["noise"] = "loud"
    expected = (
        r"candidates\[1\]\.noise` of `law\.json` cannot be read: .*'loud': expected one of con"
    )
    with pytest.raises(StoreError, match=expected):
        discovery_from_json(Reader(document, "law.json", ""), inputs=2)


def test_a_covariance_of_another_formula_is_unknown_where_nothing_was_integrated():
    """Older versions wrote such files, which could not be read again."""
    failed = candidate(LAW, bic=math.inf, covariance=np.zeros((0, 0)))
    document = discovery_to_json(dataclasses.replace(FOUND, candidates=(failed, candidate(LAW))))
    back = discovery_from_json(Reader(document, "law.json", ""), inputs=2)
    assert back.candidates[0].covariance.shape == (3, 3)
    assert np.isnan(back.candidates[0].covariance).all()
    document["candidates"][0]["bic"] = 3.0
    with pytest.raises(StoreError, match="a matrix with a row and column"):
        discovery_from_json(Reader(document, "law.json", ""), inputs=2)
