from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import SymbolicRegressor, Verdict
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.verdict._corrected import nearly_as_good
from tests.discovery._laws import formula, split, table, term, tried

PRODUCT = formula(term(Fraction(1), (0, 1), (1, -3)))
CORRECTED = formula(term(Fraction(1), (0, 1), (1, -3)), term(0.01, (0, -1)))
OTHER = formula(term(Fraction(1), (0, 1), (1, -3)), term(0.01, (0, 1)))


def left(chosen, others, data, *, score=None, rules=VERDICT_RULES):
    inner, outer = split(data)
    judged = [tried(each, data) for each in (chosen, *others)]
    if score is not None:
        judged[1:] = [replace(each, score=judged[0].score + score) for each in judged[1:]]
    near = nearly_as_good(judged[0], judged[1:], inner=inner, outer=outer, rules=rules)
    return [each.fit.formula for each in near], [each.fit.formula for each in judged[1:]]


def law(rows=300, noise=0.01, law=lambda a, b: a / b**3):
    return table(law, [(0.5, 9), (0.5, 9)], rows=rows, constant=noise)


def test_what_the_rows_do_not_notice_beside_a_product_is_left_out():
    assert left(PRODUCT, [CORRECTED, OTHER], law(), score=5.0)[0] == []


@pytest.mark.parametrize("score", [VERDICT_RULES.close + 1, -1.0])
def test_what_is_far_behind_is_not_near_and_what_is_ahead_is(score):
    near, others = left(PRODUCT, [CORRECTED], law(), score=score)
    assert near == (others if score < 0 else [])


def test_what_the_rows_notice_stays():
    near, others = left(
        PRODUCT, [CORRECTED], law(law=lambda a, b: a / b**3 + 9 / a, noise=0.03), score=5.0
    )
    assert near == others


def test_a_product_that_few_noisy_rows_show_may_have_corrections():
    near, others = left(PRODUCT, [CORRECTED], law(rows=14, noise=0.3), score=5.0)
    assert near == others


def test_a_sum_may_have_further_terms():
    near, others = left(OTHER, [formula(*OTHER.terms, term(0.01, (0, -1)))], law(), score=5.0)
    assert near == others


def test_what_is_shorter_than_the_product_stays():
    measured = formula(term(1.0, (0, 1), (1, -3)))
    near, others = left(measured, [PRODUCT], law(), score=5.0)
    assert near == others


@pytest.mark.thorough
def test_a_product_over_decades_is_a_law_beside_corrections_of_its_small_values():
    random = np.random.default_rng(2)  # among whose noise a search finds such a correction
    x = 10 ** random.uniform(-1, 1, (1000, 3)) * random.choice([-1, 1], (1000, 3))
    y = x[:, 0] * x[:, 1] ** 2 / (3 * x[:, 2])
    y += 0.01 * np.sqrt(np.mean(y**2)) * random.standard_normal(1000)
    model = SymbolicRegressor(max_time=60, random_state=0).fit(x, y)
    assert model.verdict_ is Verdict.LAW
