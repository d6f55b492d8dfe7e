import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._screen import diverse, screened
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Call, Sum, parameters
from tests.discovery.dynamics._trajectories import ONE, PREY, term

RANDOM = np.random.default_rng(0)
X = RANDOM.uniform(0.5, 5.0, (80, 2))
SLOPES = 1.5 * X[:, 0] - X[:, 0] * X[:, 1]
START = Sum((term(1.0, (0, ONE)), term(1.0, (0, ONE), (1, ONE))))
LONGER = Sum((*START.terms, term(1.0, (1, ONE))))
LINE = Sum((term(1.0, (0, ONE)), term(1.0, (1, ONE))))
POLE = Sum((term(1.0, (Sum((term(ONE), term(-0.5, (0, ONE)))), -ONE)),))


def problem(share=0.0):
    y = SLOPES + share * SLOPES.std() * RANDOM.standard_normal(80)
    return Problem(x=X, y=y, weight=np.ones(80))


def test_the_law_comes_first_with_its_numbers():
    best = screened([LINE, LONGER, START], problem(0.02), freedom=40)[0]
    assert parameters(best.formula) == pytest.approx(parameters(PREY), rel=0.05)
    assert not best.is_exact
    assert screened([START], problem(), freedom=80)[0].is_exact


def test_dependent_slopes_count_less():
    few, many = (screened([START, LINE], problem(0.02), freedom=f) for f in (25, 80))
    assert few[1].score - few[0].score < many[1].score - many[0].score


def test_a_denominator_that_vanishes_among_the_rows_is_refused():
    assert screened([POLE], problem(), freedom=80) == []


def test_one_function_is_kept_once():
    factored = Sum((term(1.0, (0, ONE), (Sum((term(1.5), term(-ONE, (1, ONE)))), ONE)),))
    assert len(screened([START, factored], problem(0.02), freedom=80)) == 1


def test_the_best_of_every_length_come_early():
    longer = [Sum((*LONGER.terms, term(1.0, *[(0, k * ONE)]))) for k in (2, 3, 4)]
    found = screened([*longer, START, LINE, LONGER], problem(0.02), freedom=80)
    order = diverse(found)
    assert order[0] == found[0]
    assert sorted(map(id, order)) == sorted(map(id, found))
    assert len({len(parameters(each.formula)) for each in order[:4]}) > 1


def test_a_function_may_be_a_denominator_on_both_sides_of_its_pole():
    """Its zeros are where they are; those of a measured number may be put between two rows."""
    x = np.linspace(-3, 3, 40)[:, None]
    fixed = Sum((term(1.0, (Call("sin", Sum((term(ONE, (0, ONE)),))), -ONE)),))
    found = screened([fixed], Problem(x=x, y=1 / np.sin(x[:, 0]), weight=np.ones(40)), freedom=40)
    assert len(found) == 1
    shifted = Call("sin", Sum((term(ONE, (0, ONE)), term(0.1))))
    formula = Sum((term(1.0, (shifted, -ONE)),))
    y = 1 / np.sin(x[:, 0] + 0.1)
    assert screened([formula], Problem(x=x, y=y, weight=np.ones(40)), freedom=40) == []


@pytest.mark.parametrize(("rate", "count"), [(2.0, 1), (15.0, 0), (66.0, 0)])
def test_an_exponential_that_counts_on_a_few_rows_alone_is_refused(rate, count):
    x = np.linspace(0, 3, 40)[:, None]
    scale = float(np.exp(-3 * rate))
    spike = Sum((term(scale, (Call("exp", Sum((term(rate, (0, ONE)),))), ONE)),))
    y = scale * np.exp(rate * x[:, 0])
    found = screened([spike], Problem(x=x, y=y, weight=np.ones(40)), freedom=40)
    assert len(found) == count
