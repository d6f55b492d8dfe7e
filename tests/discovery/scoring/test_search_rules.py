import re
from dataclasses import fields

import pytest

from nalm.discovery import Noise, SearchRules
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from tests.discovery._laws import formula, split, table, term

SQUARE = formula(term(1.0, (0, 2)))


def test_every_number_has_its_reason():
    described = set(re.findall(r"^ {8}(\w+): ", SearchRules.__doc__, flags=re.MULTILINE))
    assert described == {field.name for field in fields(SearchRules)}


@pytest.mark.parametrize(("patience", "stable"), [(1, True), (2, True), (3, False)])
def test_the_pool_goes_by_the_rules_that_it_is_given(patience, stable):
    data = table(lambda a: 3 * a**2, [(1, 4)], constant=0.02)
    pool = Pool(
        *split(data), noises=(Noise.CONSTANT,), rules=SearchRules(patience=patience, gain=1e9)
    )
    pool.add(SQUARE)
    for _ in range(3):
        pool.count_step()
    assert pool.is_stable() is stable


@pytest.mark.parametrize(
    ("spare", "simple", "product", "patience"),
    [
        (0, True, False, 1),
        (0, False, True, 1),
        (0, False, False, 9),
        (-1, True, True, 5),
        (-1, False, True, 9),
        (-1, False, False, 9),
    ],
)
def test_of_few_rows_and_of_long_formulas_more_is_waited_for(spare, simple, product, patience):
    rules = SearchRules(patience=1, patience_of_few=5, long_patience=9)
    rows = VERDICT_RULES.few_rows + spare
    assert rules.patience_with(rows, simple=simple, product=product) == patience


def test_beside_an_answer_less_is_fitted():
    rules = SearchRules(far_behind=100.0, behind_an_answer=30.0)
    assert (rules.behind(answered=False), rules.behind(answered=True)) == (100.0, 30.0)
