from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery.scoring._judge import judge
from nalm.discovery.scoring._reset_test import reset_test
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from tests._tiers import thorough
from tests.discovery._laws import formula, problem, split, table, term

PROPORTIONAL = formula(term(1.0, (0, 1)))


def curves(candidate, data, noise=Noise.CONSTANT):
    inner, outer = split(data)
    judged = judge(candidate, inner, outer=outer, noises=(noise,))
    return reset_test(judged, inner=inner, outer=outer, rules=VERDICT_RULES)


@pytest.mark.parametrize("noise", list(Noise))
@pytest.mark.parametrize("rows", [9, *map(thorough, (16, 30))])
def test_of_a_law_the_chance_is_spread_evenly(rows, noise):
    """A probability by chance is below a half as often as above, up to Bonferroni's caution."""
    chances = [
        curves(
            PROPORTIONAL, table(lambda a: 3 * a, [(1, 4)], rows=rows, relative=0.05, seed=k), noise
        ).p_value
        for k in range(100)
    ]
    assert np.mean(np.array(chances) < 0.05) < 0.16  # two degrees of the curve
    assert 0.3 < np.median(chances) < 0.8


@pytest.mark.parametrize("law", [lambda a: a + 0.1 * a**2, np.sin, lambda a: a - 0.4 * a**3])
def test_a_bend_is_noticed_in_few_rows(law):
    data = table(law, [(0.1, 1.5)], rows=10, relative=0.005)
    assert curves(PROPORTIONAL, data).p_value < 1e-3


def test_the_curve_of_a_sigmoid_is_noticed():
    """NIST's Rat42 (Ratkowsky 1983): R² of 0.9 x is .98."""
    x = [9.0, 14, 21, 28, 42, 57, 63, 70, 79]
    y = [8.93, 10.80, 18.59, 22.33, 39.35, 56.11, 61.73, 64.62, 67.08]
    assert curves(PROPORTIONAL, problem(x, y)).p_value < 0.05


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_units_do_not_matter(scale):
    data = table(lambda a: 3 * a**1.1, [(1, 4)], rows=12, constant=0.05)
    scaled = problem(data.x * scale, data.y / scale)
    one, other = curves(PROPORTIONAL, data), curves(PROPORTIONAL, scaled)
    assert one == pytest.approx(other, rel=1e-6)


def test_what_goes_unseen_is_in_proportion_to_the_noise():
    def unseen(noise):
        data = table(lambda a: 3 * a, [(1, 4)], rows=12, constant=noise)
        return curves(PROPORTIONAL, data).unseen

    assert unseen(0.1) == pytest.approx(10 * unseen(0.01), rel=0.2)
    assert 0.001 < unseen(0.01) < 0.02


def test_a_curve_through_every_row_says_nothing():
    data = table(lambda a: 3 * a, [(1, 4)], rows=4, constant=0.1)
    found = curves(PROPORTIONAL, data)
    assert found.unseen == np.inf


def test_of_several_inputs_each_is_looked_along():
    data = table(lambda a, b: a * np.exp(0.3 * b), [(1, 4), (1, 4)], rows=20, relative=0.01)
    product = formula(term(1.0, (0, 1), (1, Fraction(2, 3))))
    assert curves(product, data).p_value < 0.01
