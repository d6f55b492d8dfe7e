import numpy as np
import pytest

from nalm.discovery import Budget, SearchOptions, Verdict
from nalm.discovery.groups import _search, _table
from nalm.discovery.groups._labels import check_groups
from nalm.discovery.groups._table import discover_groups, with_labels
from nalm.discovery.problem._validation import Table
from nalm.discovery.strategy._outputs import plan_outputs
from nalm.errors import InputWarning, InvalidValueError, UnfinishedWarning
from tests.discovery._groups import columns, saturation, search_that_finds

CONSTANTS = [(9.6, 3.13), (4.1, 3.13), (2.2, 3.13)]
X, Y, GROUP = columns(lambda x, v, k: v * x / (x + k), CONSTANTS, rows=12)
NAMES = np.array(["a", "b", "c"])[GROUP]


@pytest.fixture(autouse=True)
def instant(monkeypatch):
    monkeypatch.setattr(_search, "search", search_that_finds(saturation(1.0, 1.0)))


def found(x=X, y=Y, names=NAMES, weight=None, budget=None):
    weight = np.ones(len(y)) if weight is None else weight
    y = y.reshape(len(y), -1)
    table = Table(x=x, y=y, weight=weight, targets=("y",) * y.shape[1], flat=True)
    inputs = [f"x{k}" for k in range(x.shape[1])]
    planned = plan_outputs(table, inputs, units=None, target_units=None)
    grouped = with_labels(table, check_groups(names, len(y)), planned=planned)
    return discover_groups(grouped, SearchOptions(), budget=budget or Budget(), verbose=0)


def test_rows_and_columns_are_those_of_the_table():
    order = np.random.default_rng(0).permutation(len(Y))
    ballast = np.column_stack([np.where(NAMES == "a", 1.0, 2.0), X[:, 0]])
    with pytest.warns(InputWarning, match="'x0' was left out: it is constant within each group"):
        names, result = found(ballast[order], Y[order], NAMES[order])
    for name, each in zip(names, result.discoveries, strict=True):
        rows = [*each.inner_rows, *each.outer_rows]
        assert sorted(rows) == np.flatnonzero(NAMES[order] == name).tolist()
        [term] = each.candidates[each.chosen].formula.terms
        assert term.powers[0].base == 1


def test_a_small_group_does_not_choose_the_form_and_gets_its_constants():
    kept = np.flatnonzero((GROUP < 2) | (np.cumsum(GROUP == 2) <= 3))
    names, result = found(X[kept], Y[kept], NAMES[kept])
    assert names == ("a", "b", "c")
    assert len(result.discoveries[2].outer_rows) == 0
    assert result.chosen.numbers[2] == pytest.approx([2.2, 3.13], rel=0.1)


def test_groups_of_too_few_rows_are_refused():
    with pytest.raises(InvalidValueError, match="two groups or more of at least 6 rows; found 1"):
        found(X[:13], Y[:13], NAMES[:13])


def test_a_group_without_weight_is_left_out():
    with pytest.warns(InputWarning, match="group 'b' was left out"):
        names, _ = found(weight=np.where(NAMES == "b", 0.0, 1.0))
    assert names == ("a", "c")


def test_several_targets_and_inputs_that_say_nothing_are_refused():
    with pytest.raises(InvalidValueError, match="`y` must have one column"):
        found(y=np.column_stack([Y, Y]))
    with (
        pytest.raises(InvalidValueError, match="a column that changes within a group"),
        pytest.warns(InputWarning),
    ):
        found(x=GROUP[:, None].astype(float))


def many(law=lambda x, v, k: v * x / (x + k), count=12):
    x, y, group = columns(law, [(1.0 + v, 3.13) for v in range(count)], rows=12)
    return x, y, np.array([f"g{k:02}" for k in range(count)])[group]


def test_of_very_many_groups_some_choose_the_form_and_all_get_their_constants(monkeypatch):
    monkeypatch.setattr(_table, "TOGETHER", 5)
    names, result = found(*many())
    assert sorted(names) == [f"g{k:02}" for k in range(12)]
    assert sum(bool(each.inner_rows) for each in result.discoveries) == 5
    of = dict(zip(names, result.chosen.numbers[:, 0], strict=True))
    assert [of[name] for name in sorted(of)] == pytest.approx(np.arange(1.0, 13.0), rel=0.05)
    assert result.discoveries[0].verdict is Verdict.LAW


def test_a_group_that_did_not_choose_the_form_may_contradict_it(monkeypatch):
    monkeypatch.setattr(_table, "TOGETHER", 5)
    chosen = found(*many())[0][:5]
    place = next(k for k in range(12) if f"g{k:02}" not in chosen)

    def law(x, v, k):
        return v * np.exp(-x) if v == 1.0 + place else v * x / (x + k)

    _, result = found(*many(law))
    discovery = result.discoveries[0]
    assert discovery.verdict is Verdict.APPROXIMATION
    assert discovery.reason.group == f"g{place:02}"
    assert str(discovery.reason).startswith(f"Group 'g{place:02}': ")


def test_groups_for_which_no_time_is_left_are_left_out(monkeypatch):
    monkeypatch.setattr(_table, "TOGETHER", 5)
    with pytest.warns(UnfinishedWarning, match="7 groups were left out"):
        names, result = found(*many(), budget=Budget.start(1e-6))
    assert len(names) == len(result.discoveries) == 5
    assert result.discoveries[0].verdict is not Verdict.LAW
