import signal
import warnings
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from nalm.discovery import SearchOptions, SearchProgress, Units, _budget
from nalm.discovery.constraints._reading import read_constraints
from nalm.discovery.problem._validation import Table
from nalm.discovery.strategy._outputs import plan_outputs, search_outputs
from nalm.errors import InputWarning, InvalidValueError, UnfinishedWarning
from tests.discovery._discoveries import discovery, plane_search, power_law

RANDOM = np.random.default_rng(0)
X = RANDOM.uniform(1, 2, (10, 2))
TABLE = Table(
    x=X,
    y=np.column_stack([X[:, 0] + X[:, 1], X[:, 0] / X[:, 1], X[:, 0]]),
    weight=np.ones(10),
    targets=("a", "b", "c"),
    flat=False,
)
NAMES = ("m", "v")


@pytest.fixture
def calls(monkeypatch):
    made = []

    def search(problem, options, *, report=None, budget):
        made.append((problem, options, report, budget))
        return plane_search(problem, options)

    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", search)
    return made


def plan(table=TABLE, units=None, target_units=None, **options):
    return plan_outputs(table, NAMES, units=units, target_units=target_units, **options)


def run(options=None, earlier=(), table=TABLE, verbose=0):
    return search_outputs(plan(table), options or SearchOptions(), earlier=earlier, verbose=verbose)


def test_one_search_per_output(calls):
    assert len(run()) == 3
    for i, (problem, *_) in enumerate(calls):
        assert sorted(problem.y) == sorted(TABLE.y[:, i])


def test_the_options_reach_every_search(calls):
    options = SearchOptions(starts=7, seed=3, max_terms=2, max_exponent=4.0, noise="relative")
    run(options)
    assert [each for _, each, *_ in calls] == [options] * 3


def test_units_for_all_outputs_or_for_each():
    units = {"m": "kg", "v": "m/s"}
    for_all = plan(units=units, target_units="J")
    assert [p.problem.dimensions.target for p in for_all.prepared] == [(1, 2, -2)] * 3
    each = plan(units=units, target_units={"a": "kg", "b": "J", 2: "N s"})
    assert [p.problem.dimensions.target for p in each.prepared] == [
        (1, 0, 0), (1, 2, -2), (1, 1, -1),
    ]  # fmt: skip


def test_constants_that_carry_units_allow_every_target():
    units = {"m": "g", "v": "m/s"}
    planned = plan(units=units, target_units="K", dimensional_constants=True)
    for each in planned.prepared:
        assert each.problem.dimensions is None
        assert each.problem.constant_units == Units.read(["g", "m/s"], "K")
    assert plan(units=units, target_units="J").prepared[0].problem.constant_units is None


def test_a_constant_column_is_needed_only_where_constants_have_no_units():
    table = replace(TABLE, x=np.column_stack([X[:, 0], np.full(10, 9.81)]))
    units = {"m": "m", "v": "m/s^2"}
    assert plan(table, units, "m^2/s^2").columns == (0, 1)
    with pytest.warns(InputWarning, match="'v' was left out"):
        planned = plan(table, units, "m^2/s^2", dimensional_constants=True)
    assert planned.prepared[0].problem.constant_units.inputs == ({"m": 1},)


def test_constants_that_carry_units_need_units():
    with pytest.raises(InvalidValueError, match="`dimensional_constants` must have `units`"):
        plan(dimensional_constants=True)


@pytest.mark.parametrize(
    ("units", "target_units", "message"),
    [
        ({"m": "kg", "v": "m/s"}, None, "`target_units` must be given together with `units`"),
        (None, "J", "`units` must be given together with `target_units`"),
        ({"m": "kg"}, "J", "none for 'v'"),
        ({"m": "kg", "v": "m/s"}, {"a": "kg"}, "none for 'b', 'c'"),
        ({"m": "kg", "v": "m/s"}, "K", "no product of powers"),
        ({"m": "kg", "v": "mps"}, "J", "unknown name 'mps'"),
    ],
)
def test_wrong_units_are_refused_before_any_search(calls, units, target_units, message):
    with pytest.raises(InvalidValueError, match=message):
        plan(units=units, target_units=target_units)
    assert calls == []


def test_the_time_is_shared(calls, monkeypatch):
    now = iter([0.0, 0.0, 6.0, 8.0])  # begin; then at each search: 6 s and 2 s were used
    monkeypatch.setattr(_budget, "time", SimpleNamespace(perf_counter=lambda: next(now)))
    run(SearchOptions(max_time=9.0))
    assert [b.end - b.begin for *_, b in calls] == pytest.approx([3.0, 1.5, 1.0])


def test_a_search_after_the_time_is_over_gets_none(calls, monkeypatch):
    now = iter([0.0, 0.0, 20.0, 21.0, 22.0])
    monkeypatch.setattr(_budget, "time", SimpleNamespace(perf_counter=lambda: next(now)))
    run(SearchOptions(max_time=9.0))
    assert calls[2][-1].is_up


def stopped(problem, options, *, report=None, budget=None):
    return replace(plane_search(problem, options), complete=False, seconds=0.1)


def test_one_warning_for_all_that_was_stopped(monkeypatch):
    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", stopped)
    with pytest.warns(UnfinishedWarning, match="best so far") as caught:
        assert len(run()) == 3
    assert len(caught) == 1


def test_an_interrupt_ends_the_searches_that_follow(monkeypatch):
    up = []

    def search(problem, options, *, report=None, budget):
        up.append(budget.is_up)
        if len(up) == 1:
            signal.raise_signal(signal.SIGINT)
        return stopped(problem, options)

    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", search)
    with pytest.warns(UnfinishedWarning):
        run()
    assert up == [False, True, True]


def test_a_time_limit_does_not_end_the_searches_that_follow(monkeypatch):
    ends = []

    def search(problem, options, *, report=None, budget):
        ends.append(budget.end - budget.begin)
        return replace(plane_search(problem, options), complete=False)

    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", search)
    with pytest.warns(UnfinishedWarning):
        run(SearchOptions(max_time=300.0))
    assert min(ends) > 50.0


def test_formulas_of_an_earlier_search_are_guesses(calls):
    earlier = [discovery(power_law(2.0, {0: 1.0}), power_law(2.0, {1: 1.0}))]
    run(earlier=earlier)
    assert calls[0][1].guesses == (power_law(2.0, {0: 1.0}), power_law(2.0, {1: 1.0}))
    assert calls[1][1].guesses == ()


@pytest.mark.filterwarnings("ignore::nalm.errors.InputWarning")
def test_guesses_of_columns_that_are_left_out_are_left_out(calls):
    x = np.column_stack([np.ones(10), X[:, 1]])
    earlier = [discovery(power_law(2.0, {0: 1.0}), power_law(2.0, {1: 1.0}))]
    found = run(table=replace(TABLE, x=x), earlier=earlier)
    assert calls[0][1].guesses == (power_law(2.0, {0: 1.0}),)  # of the search's only input
    used = {p.base for c in found[0].candidates for t in c.formula.terms for p in t.powers}
    assert used == {1}  # of the table


def test_silence_reports_nothing(calls, capsys):
    run()
    assert [report for _, _, report, _ in calls] == [None] * 3
    assert capsys.readouterr() == ("", "")


def test_progress_is_shown(monkeypatch, capsys):
    def search(problem, options, *, report, budget):
        report(
            SearchProgress(fraction=1.0, stage="plane", best=power_law(2.0, {1: 1.0}), error=0.5)
        )
        return plane_search(problem, options)

    monkeypatch.setattr("nalm.discovery.strategy._outputs.search", search)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(verbose=1)
    lines = capsys.readouterr().out.splitlines()
    assert "plane; best" in lines[0]
    assert "v" in lines[0]  # the name of the column
    assert "error 0.5" in lines[0]
    assert [line.split(":")[0] for line in lines] == ["100%  a", "100%  b", "100%  c"]


def test_each_problem_has_the_constraints_on_its_target():
    planned = plan(constraints=read_constraints(["a >= 0", "increasing in v"]))
    kept = [[str(each) for each in one.problem.known.constraints] for one in planned.prepared]
    assert kept == [["a >= 0", "increasing in v"], ["increasing in v"], ["increasing in v"]]
    assert planned.prepared[1].problem.known.size == pytest.approx(TABLE.y[:, 1].max())


def test_a_constraint_is_refused_before_any_search(calls):
    with pytest.raises(InvalidValueError, match="expected inputs among m, v, found 'w'"):
        plan(constraints=read_constraints(["increasing in w"]))
    assert not calls
    assert all(one.problem.known is None for one in plan().prepared)
