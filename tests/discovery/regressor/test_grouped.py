"""Groups that come after the fit."""

import copy

import numpy as np
import pytest

from nalm.discovery.groups import _search
from nalm.discovery.regressor._symbolic_regressor import SymbolicRegressor
from nalm.errors import InputWarning, InvalidValueError
from tests.discovery._discoveries import plane_search
from tests.discovery._groups import columns, saturation, search_that_finds

X, Y, GROUP = columns(lambda x, v, k: v * x / (x + k), [(9.6, 3.13), (4.1, 3.13), (2.2, 3.13)])
NEW = np.array([[0.5], [1.0], [2.0], [8.0]])


@pytest.fixture(scope="module")
def fitted():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_search, "search", search_that_finds(saturation(1.0, 1.0)))
        return SymbolicRegressor().fit(X, Y, groups=GROUP)


@pytest.fixture
def law(fitted):
    return copy.deepcopy(fitted)


def test_a_new_group_has_its_own_constants_and_the_shared_ones(law):
    before = law.group_constants_
    law.fit_group(NEW, 50.0 * NEW[:, 0] / (NEW[:, 0] + 3.13), 9)
    after = law.group_constants_
    assert after.loc[[0, 1, 2]].equals(before)
    assert after.loc[9, ("k2", "value")] == before.loc[0, ("k2", "value")]
    assert after.loc[9, ("k1", "value")] == pytest.approx(50.0, rel=0.02)
    assert law.predict([[3.13]], groups=[9]) == pytest.approx([25.0], rel=0.02)
    assert len(law.domain_violations_) == len(law.groups_) == 4


def test_a_file_keeps_the_new_group(law, tmp_path):
    law.fit_group(NEW, NEW[:, 0] / (NEW[:, 0] + 3.13), "new")
    law.save(tmp_path / "law.json")
    again = SymbolicRegressor.load(tmp_path / "law.json")
    assert np.array_equal(
        again.predict(NEW, groups=["new"] * 4), law.predict(NEW, groups=["new"] * 4)
    )


def test_a_group_of_another_form_is_taken_with_a_warning(law):
    with pytest.warns(InputWarning, match="group 'odd' does not follow"):
        law.fit_group(NEW, NEW[:, 0] ** 2, "odd")
    assert "odd" in law.groups_


@pytest.mark.parametrize(
    ("x", "y", "name", "message"),
    [
        (NEW, NEW[:, 0], 1, "must be that of a new group"),
        (NEW, NEW[:2, 0], "new", r"y must have the shape \(4,\)"),
        (NEW, NEW[:, 0] * np.nan, "new", "contains NaN"),
        (NEW, ["a", "b", "c", "d"], "new", "must hold numbers"),
        (np.hstack([NEW, NEW]), NEW[:, 0], "new", "features"),
        (NEW, NEW[:, 0], None, "`name` must be text or a number; found None"),
        (NEW, NEW[:, 0], np.nan, "`name` must be text or a number; found nan"),
    ],
)
def test_what_is_no_new_group_is_refused(law, x, y, name, message):
    with pytest.raises(InvalidValueError, match=message):
        law.fit_group(x, y, name)
    assert law.groups_ == (0, 1, 2)


def test_a_fit_without_groups_takes_none(monkeypatch):
    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", plane_search)
    with pytest.raises(InvalidValueError, match="must have had `groups`"):
        SymbolicRegressor().fit(X, Y).fit_group(NEW, NEW[:, 0], "new")


def test_an_exact_law_takes_a_further_group_without_a_warning(monkeypatch):
    monkeypatch.setattr(_search, "search", search_that_finds(saturation(1.0, 1.0)))
    x, y, group = columns(lambda x, v, k: v * x / (x + k), [(9.6, 3.1), (4.1, 3.1)], noise=0.0)
    exact = SymbolicRegressor().fit(x, y, groups=group)
    exact.fit_group(NEW, 50.0 * NEW[:, 0] / (NEW[:, 0] + 3.1), "new")
    assert exact.predict([[3.1]], groups=["new"]) == pytest.approx([25.0])
