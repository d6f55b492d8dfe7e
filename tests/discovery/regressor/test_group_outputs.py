"""What a fit with groups found; the groups that come later are in `test_grouped`."""

import numpy as np
import pandas as pd
import pytest
import torch

from nalm.discovery import Verdict
from nalm.discovery.groups import _search
from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor
from nalm.errors import InvalidValueError, UnknownNameError
from tests.discovery._discoveries import plane_search
from tests.discovery._groups import LINE, columns, saturation, search_that_finds

CONSTANTS = {"a": (9.6, 3.13), "b": (4.1, 3.13), 7: (2.2, 3.13)}
X, Y, GROUP = columns(lambda x, v, k: v * x / (x + k), list(CONSTANTS.values()))
NAMES = np.array([list(CONSTANTS)[g] for g in GROUP], dtype=object)
TABLE = pd.DataFrame({"S": X[:, 0]})


@pytest.fixture(scope="module")
def law():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_search, "search", search_that_finds(LINE, saturation(1.0, 1.0)))
        return SymbolicRegressor().fit(TABLE, pd.Series(Y, name="rate"), groups=NAMES)


def test_there_is_one_equation_and_one_verdict(law):
    assert law.groups_ == ("a", "b", 7)
    assert law.equation_.startswith("rate = k1*S/(S + 3.1")
    assert law.verdict_ is Verdict.LAW
    assert law.reason_ == str(law.discoveries_[2].reason)
    assert law.group_form_.latex().startswith(r"\mathrm{rate} = ")


def test_the_constants_of_every_group_are_in_a_table(law):
    table = law.group_constants_
    for name, (top, half) in CONSTANTS.items():
        assert table.loc[name, ("k1", "value")] == pytest.approx(top, rel=0.03)
        assert table.loc[name, ("k2", "value")] == pytest.approx(half, rel=0.03)
    assert table["k2", "shared"].all()
    assert not table["k1", "shared"].any()


def test_each_row_is_predicted_by_its_group(law):
    values = law.predict(TABLE, groups=NAMES)
    assert values.shape == Y.shape
    assert values == pytest.approx(Y, rel=0.06)
    one = law.predict(TABLE[:1], groups=["b"]), law.predict(TABLE[:1], groups=[7])
    assert one[0] / one[1] == pytest.approx(4.1 / 2.2, rel=0.03)
    low, high = law.predict_interval(TABLE, 0.9, groups=NAMES)
    assert ((low < Y) & (high > Y)).mean() == pytest.approx(0.9, abs=0.1)
    simple = law.predict(TABLE, index=0, groups=NAMES)
    assert not np.allclose(simple, values)


def test_the_score_is_that_of_each_rows_group(law):
    assert law.score(TABLE, Y, groups=NAMES) > 0.998
    weight = (GROUP == 1).astype(float)
    alone = law.score(TABLE[GROUP == 1], Y[GROUP == 1], groups=NAMES[GROUP == 1])
    assert law.score(TABLE, Y, weight, groups=NAMES) == pytest.approx(alone)
    with pytest.raises(InvalidValueError, match="`groups` must be given"):
        law.score(TABLE, Y)


def test_other_calls_take_each_group_for_an_output(law):
    assert law.target_names_ == ("rate[a]", "rate[b]", "rate[7]")
    assert len(law.sympy()) == 3
    assert law.equations_["output"].unique().tolist() == list(law.target_names_)
    values = law.to_torch()(torch.from_numpy(X)).detach().numpy()
    rows = GROUP == 1
    assert values[rows, 1] == pytest.approx(law.predict(TABLE[rows], groups=NAMES[rows]))


def test_an_unknown_group_and_no_groups_are_refused(law):
    with pytest.raises(UnknownNameError, match=r"'a', 'b', 7; found 'c'.*`fit_group`"):
        law.predict(TABLE[:2], groups=["a", "c"])
    with pytest.raises(InvalidValueError, match="`groups` must be given"):
        law.predict(TABLE)
    with pytest.raises(InvalidValueError, match="`groups` must be given"):
        law.predict_interval(TABLE)


def test_a_file_keeps_all_of_it(law, tmp_path):
    law.save(tmp_path / "law.json")
    again = SymbolicRegressor.load(tmp_path / "law.json")
    assert again.groups_ == law.groups_
    assert np.array_equal(again.predict(TABLE, groups=NAMES), law.predict(TABLE, groups=NAMES))
    bounds = zip(
        again.predict_interval(TABLE, groups=NAMES),
        law.predict_interval(TABLE, groups=NAMES),
        strict=True,
    )
    assert all(np.array_equal(*each) for each in bounds)
    assert again.equation_ == law.equation_
    assert again.group_constants_.equals(law.group_constants_)


def test_units_of_constants_are_those_of_the_one_target(law, monkeypatch):
    monkeypatch.setattr(_search, "search", search_that_finds(saturation(1.0, 1.0)))
    own = SymbolicRegressor(
        units={"S": "mol"}, target_units={"rate": "mol/s"}, dimensional_constants=True
    )
    own.fit(TABLE, pd.Series(Y, name="rate"), groups=NAMES)
    assert own.constants_["unit"].tolist() == ["mol s^-1", "mol"] * 3


def test_a_fit_without_groups_after_one_with_knows_none(monkeypatch):
    monkeypatch.setattr(_search, "search", search_that_finds(LINE))
    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", plane_search)
    own = SymbolicRegressor().fit(X, Y, groups=NAMES).fit(X, Y)
    assert own.groups_ is None
    assert own.predict(X).shape == Y.shape
    for ask in (lambda: own.group_constants_, lambda: own.group_form_):
        with pytest.raises(InvalidValueError, match="must have had `groups`"):
            ask()
    with pytest.raises(InvalidValueError, match="`groups` must not be given"):
        own.predict(X, groups=NAMES)
