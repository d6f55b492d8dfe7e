import dataclasses
import json
import math
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.regressor._saving import Fitted, read_fitted, write_fitted
from nalm.errors import StoreError
from tests.discovery._discoveries import candidate, constant, discovery, power_law

ODD = power_law(0.1 + 0.2, {0: 1 / 3, 1: Fraction(-2, 3)})
FITTED = Fitted(
    parameters={"starts": 8, "units": [[0, "m"]]},
    names=("größe", "b"),
    targets=("y",),
    flat=True,
    low=(0.1, -1e-300),
    high=(1e300, 2.0),
    discoveries=(
        discovery(
            constant(1.0),
            candidates=(
                candidate(constant(1 / 3), extrapolation_error=math.nan, bic=-math.inf),
                candidate(ODD, covariance=np.array([[1e-300, 1 / 3], [1 / 3, 7.0]])),
            ),
            chosen=1,
        ),
    ),
    violations=(("", "row 3: b = 0 has no power -2/3"),),
)


def document(tmp_path):
    write_fitted(tmp_path / "law.json", FITTED)
    return json.loads((tmp_path / "law.json").read_text("utf-8"))


def read(tmp_path, value):
    text = value if isinstance(value, str) else json.dumps(value)
    (tmp_path / "law.json").write_text(text, "utf-8")
    return read_fitted(tmp_path / "law.json")


def comparable(value):
    if dataclasses.is_dataclass(value):
        fields = [field.name for field in dataclasses.fields(value)]
        return {name: comparable(getattr(value, name)) for name in fields}
    if isinstance(value, tuple):
        return [comparable(each) for each in value]
    return value.tolist() if isinstance(value, np.ndarray) else repr(value)


def test_a_round_trip_keeps_every_bit(tmp_path):
    write_fitted(tmp_path / "law.json", FITTED)
    assert comparable(read_fitted(tmp_path / "law.json")) == comparable(FITTED)


def test_the_file_is_plain_json(tmp_path):
    write_fitted(tmp_path / "law.json", FITTED)
    text = (tmp_path / "law.json").read_text("utf-8")

    def refuse(name):
        raise AssertionError(f"{name} is not JSON")

    assert json.loads(text, parse_constant=refuse)["version"] == 1
    assert "größe" in text


def changed(value, path, change):
    """Return a copy of a document with one part changed, or removed where `change` is `...`."""
    if not path:
        return change
    key, *rest = path
    copy = list(value) if isinstance(value, list) else dict(value)
    if not rest and change is ...:
        del copy[key]
    else:
        copy[key] = changed(value[key], rest, change)
    return copy


def paths(value, prefix=()):
    if prefix:
        yield prefix
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    if isinstance(value, dict | list) and prefix[:1] != ("parameters",):
        for key, each in pairs:
            if isinstance(each, dict | list):
                yield from paths(each, (*prefix, key))
            else:
                yield (*prefix, key)


def test_every_part_that_has_a_wrong_type_is_noticed(tmp_path):
    whole = document(tmp_path)
    everywhere = list(paths(whole))
    assert len(everywhere) > 40
    for path in everywhere:
        with pytest.raises(StoreError):
            read(tmp_path, changed(whole, path, {"unheard": "of"}) if path != ("parameters",) else
                 changed(whole, path, 3))  # fmt: skip


def test_every_part_that_is_missing_is_noticed(tmp_path):
    whole = document(tmp_path)
    optional = {"found_by", "form"}  # which older files lack
    named = [
        p for p in paths(whole) if isinstance(p[-1], str) and not {"formula", *optional} & {*p}
    ]
    for path in named:
        with pytest.raises(StoreError, match="must have"):
            read(tmp_path, changed(whole, path, ...))


@pytest.mark.parametrize(
    ("path", "change", "message"),
    [
        (["format"], "pickle", "must be 'nalm.SymbolicRegressor'; found 'pickle'"),
        (["version"], 2, "must be 1; found 2"),
        (["high"], [1.0], "must be 2 numbers, as in `low`"),
        (["names"], ["a"], "must be 2 names"),
        (["targets"], ["a", "b"], "a name for each"),
        (["discoveries"], [], "a name for each of one or more"),
        (["violations"], [[""]], "a text for each candidate"),
        (["discoveries", 0, "chosen"], 2, "must be below 2"),
        (["discoveries", 0, "verdict"], "true", "must be 'law' or 'approximation'"),
        (["discoveries", 0, "candidates"], [], "must be below 0"),
        (["discoveries", 0, "candidates", 1, "covariance"], [[1.0]], "a row and column for each"),
    ],
)
def test_what_does_not_fit_together_is_refused(tmp_path, path, change, message):
    with pytest.raises(StoreError, match=message):
        read(tmp_path, changed(document(tmp_path), path, change))


@pytest.mark.parametrize("text", ["", "{", "[1, 2", "null", "3", "[]", '"a"', "[" * 100_000, "\0"])
def test_other_files_are_refused(tmp_path, text):
    with pytest.raises(StoreError, match=r"law\.json"):
        read(tmp_path, text)


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "law.json").write_bytes(b"\xff\xfe\x80")
    with pytest.raises(StoreError, match="must be a JSON file from `save`"):
        read_fitted(tmp_path / "law.json")


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(StoreError, match="No such file"):
        read_fitted(tmp_path / "none.json")
    with pytest.raises(StoreError, match="must be a file that can be written"):
        write_fitted(tmp_path / "none" / "law.json", FITTED)


def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch):
    write_fitted(tmp_path / "law.json", FITTED)
    before = (tmp_path / "law.json").read_bytes()

    def fail(*places):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(StoreError, match="No space left"):
        write_fitted(tmp_path / "law.json", FITTED)
    assert (tmp_path / "law.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["law.json"]
