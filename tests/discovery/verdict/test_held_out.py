import numpy as np
import pytest

from nalm.discovery import Noise, ReasonKind, Verdict
from nalm.discovery.problem._rows import outer_rows, take_rows
from nalm.discovery.scoring._judge import judge
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from nalm.discovery.verdict._case import Case
from nalm.discovery.verdict._doubts import CHECKS_OF_GIVEN
from nalm.discovery.verdict._held_out import contradiction, far_off
from nalm.discovery.verdict._verdict import verdict_of
from tests.discovery._laws import formula, problem, term

LINE = formula(term(2.0, (0, 1)), term(1.0))


def case(y, x, *, among=1):
    data = problem(x, y)
    held = outer_rows(data)
    inner, outer = (take_rows(data, rows) for rows in (np.setdiff1d(np.arange(len(x)), held), held))
    chosen = judge(LINE, inner, outer=outer, noises=(Noise.RELATIVE,))
    return Case(
        chosen=chosen,
        others=[],
        inner=inner,
        outer=outer,
        complete=True,
        rules=VERDICT_RULES,
        among=among,
    )


def of_a_line(seed, rows, *, among=1):
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(1, 5, rows))
    return case((2 * x + 1) * (1 + 0.02 * random.standard_normal(rows)), x, among=among)


@pytest.mark.parametrize(("rows", "share"), [(8, 0.005), (12, 0.005), (40, 0.01)])
def test_a_true_formula_is_hardly_ever_contradicted(rows, share):
    """With σ as if it were known, 1 in 18 tables of eight rows contradicted their own law."""
    against = [contradiction(of_a_line(seed, rows)) is not None for seed in range(400)]
    assert np.mean(against) <= share


def test_the_worst_of_many_tables_is_seldom_contradicted():
    seeds = range(400)
    asked = [contradiction(of_a_line(seed, 20, among=len(seeds))) for seed in seeds]
    assert sum(each is not None for each in asked) <= 1


def test_what_only_few_rows_excuse_is_undecided():
    cases = [of_a_line(seed, 8) for seed in range(200)]
    far = [each for each in cases if each.chosen.is_contradicted()]
    assert far
    for each in far:
        reason = far_off(each)
        assert reason.kind is ReasonKind.HELD_OUT_ROWS_FAR
        assert reason.numbers["ratio"] <= reason.numbers["chance"]
        assert reason.numbers["inner"] == len(each.inner.y)
        assert verdict_of(each, CHECKS_OF_GIVEN)[0] is Verdict.UNDECIDED


@pytest.mark.parametrize("rows", [8, 40])
def test_a_wrong_formula_is_contradicted_by_few_rows_as_well(rows):
    x = np.linspace(1, 5, rows)
    noise = 1 + 0.001 * np.random.default_rng(0).standard_normal(rows)
    kinked = np.where(x < 4.5, 2 * x + 1, 4 * x - 8)
    assert contradiction(case(kinked * noise, x)) is not None
