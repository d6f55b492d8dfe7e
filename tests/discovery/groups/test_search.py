import numpy as np
import pytest
from joblib import parallel_config

from nalm.discovery import Budget, SearchOptions, Verdict
from nalm.discovery._jobs import Jobs
from nalm.discovery.groups import _forms, _search
from nalm.discovery.groups._screen import screened
from nalm.discovery.groups._search import search_groups
from nalm.discovery.groups._views import some_groups
from nalm.errors import InvalidValueError
from nalm.symbolic import to_text
from tests.discovery._groups import LINE, decay, grouped, saturation, search_that_finds

CONSTANTS = [(9.6, 3.13), (4.1, 3.13), (15.0, 3.13), (2.2, 3.13)]
ROWS = grouped(lambda x, v, k: v * x / (x + k), CONSTANTS)


def found_in(rows, *formulas, monkeypatch, **options):
    monkeypatch.setattr(_search, "search", search_that_finds(*formulas))
    budget = Budget.start(options.get("max_time"))
    return search_groups(rows, SearchOptions(**options), budget=budget)


def test_the_form_of_all_groups_is_found_with_the_constants_of_each(monkeypatch):
    found = found_in(ROWS, LINE, decay(), saturation(1.0, 1.0), monkeypatch=monkeypatch)
    assert to_text(found.chosen.form, ["x"], digits=2).endswith("*x/(x + 3.1)")
    assert found.chosen.own == (True, False)
    assert found.chosen.numbers == pytest.approx(np.array(CONSTANTS), rel=0.03)
    assert {each.verdict for each in found.discoveries} == {Verdict.LAW}


def test_groups_that_have_nothing_of_their_own_share_all(monkeypatch):
    rows = grouped(lambda x, v, k: v * x / (x + k), [(9.63, 3.13)] * 3)
    found = found_in(rows, LINE, saturation(1.0, 1.0), monkeypatch=monkeypatch)
    assert found.chosen.own == (False, False)


def test_a_line_is_scaled_so_that_groups_share_most(monkeypatch):
    rows = grouped(lambda x, k, x0: k * (x + x0), [(2.0, 7.3), (5.0, 7.3), (0.4, 7.3)])
    found = found_in(rows, LINE, monkeypatch=monkeypatch)
    assert found.chosen.own == (True, False)
    assert found.chosen.numbers == pytest.approx(
        np.array([(2.0, 7.3), (5.0, 7.3), (0.4, 7.3)]), rel=0.05
    )


def test_without_time_there_is_an_answer_all_the_same(monkeypatch):
    found = found_in(ROWS, saturation(), monkeypatch=monkeypatch, max_time=1e-6)
    assert len(found.discoveries) == 4


def test_a_few_of_many_groups_choose_the_form(monkeypatch):
    asked = []

    def look(form, rows, **words):
        asked.append(rows.groups)
        return screened(form, rows, **words)

    monkeypatch.setattr(_forms, "screened", look)
    constants = [(1.0 + g, 3.13) for g in range(20)]
    rows = grouped(lambda x, v, k: v * x / (x + k), constants, rows=12)
    found = found_in(rows, LINE, saturation(1.0, 1.0), monkeypatch=monkeypatch)
    assert set(asked) == {_search.CHOOSING}
    assert found.chosen.own == (True, False)
    assert found.chosen.numbers == pytest.approx(np.array(constants), rel=0.1)
    assert found.discoveries[0].verdict is Verdict.LAW


def test_a_group_that_did_not_choose_the_form_may_contradict_it(monkeypatch):
    odd = 10
    assert odd not in some_groups(grouped(lambda x, v: v * x, [(1.0,)] * 20), count=12)

    def law(x, v, k):
        return v * np.exp(-x) if v == 1.0 + odd else v * x / (x + k)

    rows = grouped(law, [(1.0 + g, 3.13) for g in range(20)])
    found = found_in(rows, saturation(1.0, 1.0), monkeypatch=monkeypatch)
    discovery = found.discoveries[0]
    assert discovery.verdict is Verdict.APPROXIMATION
    assert discovery.reason.numbers["group"] == odd


@pytest.mark.thorough
@pytest.mark.parametrize("count", [2, 5])
def test_any_number_of_processes_finds_the_same(count, monkeypatch):
    searched = []

    def search(problem, options, **words):
        """Find something else in each group."""
        searched.append(options.jobs.processes)
        first = round(100 * problem.x[0, 0]) % 3
        return search_that_finds((decay(), LINE, saturation(1.0, 1.0))[first])(problem, options)

    monkeypatch.setattr(_search, "search", search)
    with parallel_config("threading"):
        alone, together = (
            search_groups(ROWS, SearchOptions(jobs=Jobs(count=each)), budget=Budget.start(None))
            for each in (1, count)
        )
    for one, other in zip(alone.discoveries, together.discoveries, strict=True):
        assert [c.formula for c in one.candidates] == [c.formula for c in other.candidates]
        assert (one.verdict, one.complete) == (other.verdict, other.complete)
    assert set(searched) == {1}  # a view is one process's work


def test_inputs_with_errors_are_refused(monkeypatch):
    with pytest.raises(InvalidValueError, match="`noise` must be of the target alone"):
        found_in(ROWS, LINE, monkeypatch=monkeypatch, noise="variables")
