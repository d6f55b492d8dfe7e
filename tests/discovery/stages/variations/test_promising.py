from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.variations._promising import KEPT, promising
from nalm.symbolic import form_key
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import state_of

BUDGET = Budget()
HALF = Fraction(1, 2)


def pool(law=lambda a, b: 2 * np.sqrt(a**2 + b**2)):
    found = Pool(
        *split(table(law, [(1, 3)] * 2, rows=800, constant=0.05)), noises=(Noise.CONSTANT,)
    )
    found.add(formula(term(1.0, (0, 1))))
    return found


def root(exponent, other):
    base = formula(term(Fraction(1), (0, exponent)), term(1.0, (1, other)))
    return formula(term(1.0, (base, HALF)))


MANY = [root(e, o) for e in range(1, 8) for o in range(1, 8)]


def test_the_law_comes_first_of_many():
    chosen = promising(MANY, state_of(pool()), budget=BUDGET)
    assert form_key(chosen[0]) == form_key(pool().normal(root(2, 2)))
    assert len(chosen) == KEPT


def test_few_are_all_worth_it():
    few = MANY[:KEPT]
    assert promising(few, state_of(pool()), budget=BUDGET) == [pool().normal(each) for each in few]


def test_each_form_is_tried_once_from_its_first_numbers():
    again = formula(term(5.0, (0, 2)))
    (only,) = promising([formula(term(3.0, (0, 2))), again], state_of(pool()), budget=BUDGET)
    assert only == formula(term(3.0, (0, 2)))


def test_what_is_no_arithmetic_or_has_no_value_is_left_out():
    size = formula(term(1.0, (formula(term(Fraction(1), (0, 2))), HALF)))
    found = Pool(
        *split(table(lambda a, b: a + b, [(-3, 3)] * 2, rows=800)), noises=(Noise.CONSTANT,)
    )
    found.add(formula(term(1.0, (0, 1))))
    assert promising([size], state_of(found), budget=BUDGET) == []
    chosen = promising([*MANY, formula(term(1.0, (1, 1)))], state_of(found), budget=BUDGET)
    assert formula(term(1.0, (1, 1))) in chosen
    assert len(chosen) < KEPT


def test_it_stops_with_the_time():
    with pytest.raises(TimeIsUpError):
        promising(MANY, state_of(pool()), budget=Budget(end=0.0))


def test_beside_the_law_only_what_is_near_it_is_worth_it():
    found = pool()
    found.add(root(2, 2))
    chosen = promising(MANY, state_of(found), budget=BUDGET)
    assert form_key(chosen[0]) == form_key(found.normal(root(2, 2)))
    assert len(chosen) < 5
