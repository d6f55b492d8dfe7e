import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError

from nalm.discovery import DynamicsRegressor, SymbolicRegressor
from nalm.discovery.estimator._saving import Saving
from nalm.errors import InvalidTypeError, InvalidValueError, StoreError


class Number(Saving, BaseEstimator):
    """An estimator whose file holds its one parameter."""

    def __init__(self, starts=1):
        self.starts = starts

    def fit(self):
        self.fitted_ = True
        return self

    def _write(self, path):
        Path(path).write_text(json.dumps({"starts": self.starts}), "utf-8")

    @classmethod
    def _read(cls, path):
        text = json.loads(Path(path).read_text("utf-8"))["starts"]
        if text == "type":
            raise InvalidTypeError("a type")
        if text == "store":
            raise StoreError("the place")
        return cls(starts=int(text)).fit()


def test_what_was_written_is_read(tmp_path):
    Number(starts=8).fit().save(tmp_path / "a")
    assert Number.load(tmp_path / "a").starts == 8


def test_nothing_is_written_before_the_fit(tmp_path):
    with pytest.raises(NotFittedError):
        Number().save(tmp_path / "a")
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-1", r"does not hold parameters that work: `starts` must be .* found -1"),
        ("type", "does not hold parameters that work: a type"),
        ("store", "^the place$"),
    ],
)
def test_what_cannot_work_is_refused_with_the_file(tmp_path, text, message):
    (tmp_path / "a").write_text(json.dumps({"starts": text}), "utf-8")
    with pytest.raises(StoreError, match=message) as caught:
        Number.load(tmp_path / "a")
    assert caught.value.__cause__ is None or isinstance(
        caught.value.__cause__, InvalidTypeError | InvalidValueError
    )


def fitted(kind):
    t = np.linspace(0.0, 3.0, 40)
    if kind is SymbolicRegressor:
        return kind(random_state=0), (t[:, None], 3 * t)
    return kind(max_time=60.0, random_state=0), (t, 4.0 * np.exp(-0.5 * t)[:, None])


@pytest.mark.parametrize("kind", [SymbolicRegressor, DynamicsRegressor])
def test_what_a_file_says_of_its_table_is_kept_until_the_next_fit(tmp_path, kind):
    estimator, rows = fitted(kind)
    estimator.fit(*rows).save(tmp_path / "a")
    known = json.loads((tmp_path / "a").read_text("utf-8"))
    table = {"units": {"x0": "m/s"}, "first": "2020-01-01"}
    (tmp_path / "a").write_text(json.dumps(known | {"table": table}), "utf-8")
    loaded = kind.load(tmp_path / "a")
    loaded.save(tmp_path / "b")
    assert json.loads((tmp_path / "b").read_text("utf-8")) == known | {"table": table}
    loaded.fit(*rows).save(tmp_path / "b")
    assert "table" not in json.loads((tmp_path / "b").read_text("utf-8"))
