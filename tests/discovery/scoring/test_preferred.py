from dataclasses import replace

import pytest

from nalm.discovery.scoring._preferred import preferred
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from tests.discovery._laws import formula, table, term, tried

STRONG = VERDICT_RULES.strong
DATA = table(lambda a: 3 * a**2, [(1, 4)], constant=0.02)
LONG = tried(formula(term(1.0, (0, 2)), term(1.0, (0, 1))), DATA)
SHORT = tried(formula(term(1.0, (0, 2))), DATA)


def first(behind, further, shorter=SHORT):
    """Rank a formula behind the long one, by so much, that predicts the held-out rows better."""
    best = replace(LONG, score=0.0, outside=0.0)
    other = replace(shorter, score=behind, outside=-further)
    ranked = preferred([best, other], lambda one: one.score)
    assert sorted(map(id, ranked)) == sorted(map(id, (best, other)))
    return ranked[0] is other


def test_a_shorter_formula_that_reaches_further_is_picked():
    assert first(behind=STRONG - 0.1, further=0.1)


@pytest.mark.parametrize(
    ("behind", "further", "shorter"),
    [
        pytest.param(STRONG + 0.1, 0.1, SHORT, id="the evidence is strong"),
        pytest.param(0.1, -0.1, SHORT, id="the longer one reaches further"),
        pytest.param(0.1, 0.1, LONG, id="neither is shorter"),
    ],
)
def test_else_the_best_score_is(behind, further, shorter):
    assert not first(behind, further, shorter)


def test_what_the_outer_rows_contradict_is_ranked_by_more_than_its_score():
    best, other = (replace(one, score=0.0, outside=-k) for k, one in enumerate((LONG, SHORT)))
    ranked = preferred([best, other], lambda one: 30.0 * (one is other))
    assert ranked == [best, other]


def test_the_others_keep_their_order():
    some = [replace(LONG, score=float(k), outside=0.0) for k in range(3)]
    other = replace(SHORT, score=2.5, outside=-1.0)
    assert preferred([*some, other], lambda one: one.score) == [other, *some]


FLEXIBLE = tried(formula(term(1.0, (0, 1.98)), term(1.0, (0, 0.5))), DATA)


@pytest.mark.parametrize(
    ("behind", "other", "yields"),
    [
        pytest.param(STRONG - 0.1, LONG, True, id="it yields to one that is not flexible"),
        pytest.param(STRONG + 0.1, LONG, False, id="the evidence is strong"),
        pytest.param(0.1, FLEXIBLE, False, id="neither is rigid"),
    ],
)
def test_a_sum_that_follows_many_functions_yields(behind, other, yields):
    best = replace(FLEXIBLE, score=0.0, outside=-1.0)
    other = replace(other, score=behind, outside=0.0)
    assert (preferred([best, other], lambda one: one.score)[0] is other) is yields


def test_a_flexible_sum_does_not_yield_to_one_with_more_numbers():
    best = replace(FLEXIBLE, score=0.0, outside=-1.0)
    terms = (term(1.0, (0, k)) for k in (0, 1, 2, 3, 4))
    longer = replace(tried(formula(*terms), DATA), score=0.1, outside=-2.0)
    assert preferred([best, longer], lambda one: one.score)[0] is best
