"""The second phase of a recipe."""

import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.training import (
    LBFGS,
    Constant,
    LevenbergMarquardt,
    Penalty,
    Problem,
    Recipe,
    Rounding,
    SmoothL1,
    UnitPenalty,
)
from nalm.training._spec import describe

LIMIT = torch.full((2,), torch.inf, dtype=torch.float64)


def problem(**parts):
    """Return a problem of two runs with two parameters each."""
    missing = dict.fromkeys(("objective", "residuals"), None)
    nothing = {"low": -LIMIT, "high": LIMIT, "names": ["a", "b"]}
    return Problem(**{**missing, **nothing, **parts})


def double_well(some):
    """Return residuals with a false minimum near -1 and the true one at 2, in each parameter."""

    def residuals(theta):
        r = torch.cat([(theta - 2) * (theta + 1.1), 0.1 * (theta - 2)], dim=1)
        slopes = torch.cat(
            [
                torch.diag_embed(2 * theta - 0.9),
                0.1 * torch.eye(2).double().expand(len(some), 2, 2),
            ],
            dim=1,
        )
        return r, slopes

    return residuals


def test_without_polishing_nothing_changes_in_a_description():
    assert "finish" not in describe(Recipe(iterations=1))
    assert "finish" in describe(Recipe(iterations=1, polishing=LBFGS()))


def test_every_run_ends_in_its_own_minimum():
    minima = torch.tensor([[1.0, -2.0], [3.0, 0.5]], dtype=torch.float64)

    def objective(parameters):
        return (parameters - minima).square().sum(1), 2 * (parameters - minima)

    found = LBFGS(iterations=20).minimise(
        problem(objective=objective), torch.zeros(2, 2, dtype=torch.float64)
    )
    torch.testing.assert_close(found, minima)


@pytest.mark.parametrize("field", ["iterations", "history"])
def test_a_number_that_is_not_positive_is_refused(field):
    with pytest.raises(InvalidValueError, match=f"LBFGS.{field}: expected a positive whole"):
        LBFGS(**{field: 0})


@pytest.mark.parametrize("field", ["iterations", "states"])
def test_a_number_that_is_too_small_is_refused(field):
    with pytest.raises(InvalidValueError, match=f"LevenbergMarquardt.{field}: expected"):
        LevenbergMarquardt(**{field: 0})


def test_without_rounding_the_nearest_minimum_counts():
    start = torch.tensor([[1.0, 1.5], [-2.0, 1.0]], dtype=torch.float64)
    found = LevenbergMarquardt().minimise(problem(residuals=double_well), start)
    torch.testing.assert_close(found[0], torch.full((2,), 2.0).double())
    assert found[1, 0] < 0


def hidden(values):
    """Return residuals (b - value of the run, (a - b) / 2): b is discrete, a is solved for."""

    def of(some):
        def residuals(theta):
            a, b = theta.T
            r = torch.stack([b - values[some], (a - b) / 2], dim=1)
            return r, torch.tensor([[0.0, 1.0], [0.5, -0.5]]).double().expand(len(some), 2, 2)

        return residuals

    return of


def test_states_are_tried_until_each_run_is_solved():
    asked = []
    functions = hidden(torch.tensor([0.0, 2.0]))

    def residuals(some):
        asked.append(some.tolist())
        return functions(some)

    start = torch.tensor([[0.7, 0.2], [0.7, 0.2]], dtype=torch.float64)
    polishing = LevenbergMarquardt(rounding=(Rounding(parameters="b"),), states=5)
    limits = {"low": torch.tensor([-LIMIT[0], 0.0]), "high": torch.tensor([LIMIT[0], 3.0])}
    found = polishing.minimise(problem(residuals=residuals, **limits), start)
    torch.testing.assert_close(found, torch.tensor([[0.0, 0.0], [2.0, 2.0]]).double())
    assert asked[0] == [0, 1] and all(0 not in some for some in asked[1:])


def test_the_best_state_counts_where_none_is_solved():
    start = torch.tensor([[0.7, 2.9]], dtype=torch.float64)
    polishing = LevenbergMarquardt(rounding=(Rounding(parameters="b"),), states=3)
    limits = {"low": torch.tensor([-LIMIT[0], 0.0]), "high": torch.tensor([LIMIT[0], 3.0])}
    found = polishing.minimise(problem(residuals=hidden(torch.tensor([0.8])), **limits), start)
    torch.testing.assert_close(found, torch.ones(1, 2).double())


INTERVALS = {"0.weight": (-torch.inf, torch.inf), "1.sign": (0.0, 1.0)}


@pytest.mark.parametrize("pattern", ["2.*", "0.*", "*"])
def test_a_pattern_of_parameters_without_an_interval_is_refused(pattern):
    LevenbergMarquardt(rounding=(Rounding(parameters="1.*"),)).check(INTERVALS)
    polishing = LevenbergMarquardt(rounding=(Rounding(parameters=pattern),))
    with pytest.raises(InvalidValueError, match=r"Rounding\.parameters: .*'1\.sign'.* no other"):
        polishing.check(INTERVALS)


def test_a_loss_or_a_penalty_that_is_no_mean_of_squares_is_refused():
    with pytest.raises(InvalidValueError, match=r"Recipe\.loss: LevenbergMarquardt expects"):
        Recipe(iterations=0, loss=SmoothL1(), polishing=LevenbergMarquardt())
    penalty = Penalty(measure=UnitPenalty(), schedule=Constant(value=1.0))
    with pytest.raises(InvalidValueError, match=r"Recipe\.penalties: LevenbergMarquardt expects"):
        Recipe(iterations=0, penalties=(penalty,), polishing=LevenbergMarquardt())
    Recipe(iterations=0, penalties=(penalty,), polishing=LBFGS())
