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


def test_a_row_without_noise_of_its_own_hides_no_curve():
    """Noise in proportion to the value is 0 where that is: at the middle of an error function."""
    x = np.linspace(-2.5, 2.5, 11)
    data = problem(x, np.tanh(x) * (1 + 0.01 * np.cos(7 * np.arange(11))))
    assert curves(PROPORTIONAL, data, Noise.VARIABLES).p_value < 0.05


def test_a_row_where_a_slope_has_no_value_is_left_out():
    x = np.linspace(0, 4, 12)
    data = problem(x, np.sqrt(x) + 0.01 * np.cos(5 * x))
    root = formula(term(1.0, (0, 0.5)))
    assert 0 < curves(root, data).unseen < 0.1


@pytest.mark.parametrize("used", [0, 1])
def test_an_input_that_the_formula_lacks_is_looked_along(used):
    data = table(lambda a, b: (a, b)[used] * (1 + 0.1 * a * b), [(1, 2), (1, 2)], rows=24)
    noisy = problem(data.x, data.y * (1 + 0.01 * np.cos(9 * np.arange(24))))
    assert curves(formula(term(1.0, (used, 1))), noisy).p_value < 1e-3


def test_readings_that_agree_at_each_point_notice_what_no_smooth_curve_follows():
    """Pure error: the points lie above and below the line in turns, their readings together."""
    x = np.repeat(np.arange(1.0, 9.0), 3)
    steps = 0.1 * (-1) ** np.round(x) + 0.02 * np.cos(11 * np.arange(24))
    alone = problem(x + 1e-6 * np.arange(24), 3 * x + steps)
    assert curves(PROPORTIONAL, problem(x, 3 * x + steps)).p_value < 1e-6
    assert curves(PROPORTIONAL, alone).p_value > 1e-6


def test_few_degrees_of_freedom_notice_less():
    """With two rows more than numbers, σ may be twice or half of what they say."""

    def unseen(rows):
        tables = (
            table(lambda a: 3 * a, [(1, 4)], rows=rows, constant=0.02, seed=k) for k in range(20)
        )
        return np.median([curves(PROPORTIONAL, each).unseen for each in tables])

    assert unseen(6) > unseen(30)
