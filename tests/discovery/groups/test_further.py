import numpy as np
import pytest

from nalm.discovery import Budget, SearchOptions, Verdict
from nalm.discovery.groups import _search
from nalm.discovery.groups._further import stopped, with_further
from nalm.discovery.groups._search import search_groups
from tests.discovery._groups import grouped, saturation, search_that_finds


def law(x, v, k):
    return v * x / (x + k)


@pytest.fixture
def found(monkeypatch):
    monkeypatch.setattr(_search, "search", search_that_finds(saturation(1.0, 1.0)))
    rows = grouped(law, [(9.6, 3.13), (4.1, 3.13), (15.0, 3.13)])
    return search_groups(rows, SearchOptions(), budget=Budget())


def test_a_group_that_follows_the_form_leaves_the_verdict(found):
    [new] = grouped(law, [(5.3, 3.13)], seed=1).each
    result = with_further(found, new, name="d", among=4)
    assert [each.verdict for each in result.discoveries] == [Verdict.LAW] * 4
    assert result.chosen.numbers[3] == pytest.approx([5.3, 3.13], rel=0.05)


def test_a_group_that_does_not_follow_the_form_contradicts_it_for_all(found):
    [new] = grouped(lambda x, v: v * np.exp(-x), [(5.3,)]).each
    result = with_further(found, new, name="d", among=4)
    assert {each.verdict for each in result.discoveries} == {Verdict.APPROXIMATION}
    assert {each.reason.numbers["group"] for each in result.discoveries} == {3.0}


def test_a_law_is_open_if_not_all_groups_were_asked(found):
    result = stopped(found)
    assert {(each.verdict, each.complete) for each in result.discoveries} == {
        (Verdict.UNDECIDED, False)
    }


def test_many_groups_of_one_law_do_not_contradict_it(found):
    """Of so many groups of ten rows, one is far off by chance; that is no contradiction."""
    among = 150
    for number, [new] in enumerate(
        grouped(law, [(5.3, 3.13)], rows=10, seed=seed).each for seed in range(2, among)
    ):
        found = with_further(found, new, name=f"g{number}", among=among)
    assert {each.verdict for each in found.discoveries} == {Verdict.LAW}
