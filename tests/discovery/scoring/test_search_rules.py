import re
from dataclasses import fields

import pytest

from nalm.discovery import Noise, SearchRules
from nalm.discovery.scoring._pool import Pool
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
