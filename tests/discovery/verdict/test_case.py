import numpy as np
import pytest

from nalm.discovery._noise import Noise
from nalm.discovery.problem._rows import take_rows
from nalm.discovery.scoring._judge import judge
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.verdict._case import Case
from tests.discovery._laws import formula, problem, term


def case(*formulas, x, y):
    data = problem(np.asarray(x, dtype=float)[:, None], y)
    rows = np.arange(len(data.y))
    inner, outer = take_rows(data, rows[:-2]), take_rows(data, rows[-2:])
    chosen, *others = (judge(f, inner, outer=outer, noises=(Noise.CONSTANT,)) for f in formulas)
    return Case(
        chosen=chosen, others=others, inner=inner, outer=outer, complete=True, rules=VERDICT_RULES
    )


@pytest.mark.parametrize("repeats", [1, 3])
def test_repeated_readings_are_one_point(repeats):
    x = np.repeat([1.0, 2.0, 3.0, 4.0, 5.0], repeats)
    one = case(formula(term(2.0, (0, 1))), x=x, y=2 * x)
    assert one.points == 5


def test_mirror_images_count_once_where_the_formula_is_odd_or_even():
    x = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
    assert case(formula(term(1.5, (0, 3))), x=x, y=1.5 * x**3).points == 3
    shifted = formula(term(1.5, (0, 1)), term(1.0))
    assert case(shifted, x=x, y=1.5 * x + 1).points == 6


def test_the_place_of_another_formula_counts_the_chosen_one():
    x = np.linspace(1, 4, 12)
    several = [formula(term(1.0, (0, power))) for power in (1, 2, 3)]
    one = case(*several, x=x, y=x + 0.1 * np.sin(9 * x))
    assert [one.place(other) for other in one.others] == [1, 2]
    assert (one.formula, one.constants) == (one.chosen.fit.formula, 1)
