"""The second phase of a recipe."""

import pytest
import torch

from nalm.errors import InvalidValueError
from nalm.training import LBFGS, Recipe
from nalm.training._spec import describe


def test_without_polishing_nothing_changes_in_a_description():
    assert "finish" not in describe(Recipe(iterations=1))
    assert "finish" in describe(Recipe(iterations=1, polishing=LBFGS()))


def test_every_run_ends_in_its_own_minimum():
    minima = torch.tensor([[1.0, -2.0], [3.0, 0.5]], dtype=torch.float64)

    def objective(parameters):
        return (parameters - minima).square().sum(1), 2 * (parameters - minima)

    found = LBFGS(iterations=20).minimise(objective, torch.zeros(2, 2, dtype=torch.float64))
    torch.testing.assert_close(found, minima)


@pytest.mark.parametrize("field", ["iterations", "history"])
def test_a_number_that_is_not_positive_is_refused(field):
    with pytest.raises(InvalidValueError, match=f"LBFGS.{field}: expected a positive whole"):
        LBFGS(**{field: 0})
