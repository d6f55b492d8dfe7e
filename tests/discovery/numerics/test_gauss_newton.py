import numpy as np
import pytest

from nalm.discovery.numerics._gauss_newton import gauss_newton, ridged_gram, solved

RANDOM = np.random.default_rng(0)
COLUMNS = RANDOM.standard_normal((4, 3, 20))
GOAL = RANDOM.standard_normal((4, 20))


def test_each_problem_is_solved_by_itself():
    found = solved(COLUMNS, GOAL)
    for columns, goal, one in zip(COLUMNS, GOAL, found, strict=True):
        assert one == pytest.approx(np.linalg.lstsq(columns.T, goal)[0])


def test_a_column_of_zeros_has_no_step_and_changes_no_other():
    columns = COLUMNS.copy()
    columns[:, 1] = 0.0
    found = solved(columns, GOAL)
    assert (found[:, 1] == 0).all()
    assert found[:, [0, 2]] == pytest.approx(solved(columns[:, [0, 2]], GOAL))


def test_columns_that_say_the_same_share_what_one_has():
    columns = COLUMNS[:, [0, 0, 2]]
    found = solved(columns, GOAL)
    alone = solved(COLUMNS[:, [0, 2]], GOAL)
    assert found[:, 0] + found[:, 1] == pytest.approx(alone[:, 0], rel=1e-4)


@pytest.mark.parametrize("wild", [np.nan, np.inf, 1e200])
def test_a_problem_without_numbers_disturbs_no_other(wild):
    columns = COLUMNS.copy()
    columns[2, 1, 5] = wild
    with np.errstate(all="ignore"):
        assert (ridged_gram(columns)[2] == np.eye(3)).all()
        found = solved(columns, GOAL)
    assert np.isfinite(found).all()
    others = [0, 1, 3]
    assert (found[others] == solved(COLUMNS, GOAL)[others]).all()


def powers(numbers):
    """Residual and columns of y = x^p for p of 1, 2, 3 and 4."""
    logs = np.linspace(0.1, 1.0, 20)
    values = np.exp(numbers * logs)
    return np.exp(np.arange(1.0, 5.0)[:, None] * logs) - values, (values * logs)[:, None]


def test_curves_are_fitted_in_few_steps():
    begin = np.full((4, 1), 2.5)
    found = gauss_newton(begin, powers, moved=np.add, steps=8)
    assert found[:, 0] == pytest.approx([1.0, 2.0, 3.0, 4.0], rel=1e-8)
    assert (begin == 2.5).all()


def test_the_caller_bounds_the_steps():
    def moved(numbers, step):
        return numbers + np.clip(step, -0.25, 0.25)

    found = gauss_newton(np.full((4, 1), 2.5), powers, moved=moved, steps=2)
    assert found[[0, 3], 0] == pytest.approx([2.0, 3.0])
