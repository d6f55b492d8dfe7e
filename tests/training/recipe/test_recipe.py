import dataclasses

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from nalm.errors import InvalidValueError
from nalm.training import (
    Adam,
    L1Norm,
    LossPlateauRestart,
    MeanSquaredError,
    PenaltyStep,
    PlateauRestart,
    Recipe,
)
from nalm.training._spec import describe

COUNTS = ("iterations", "batch_size", "evaluate_every", "evaluation_rows")


def test_defaults():
    recipe = Recipe(iterations=10)
    assert (recipe.batch_size, recipe.evaluate_every, recipe.evaluation_rows) == (128, 1000, 10_000)
    assert recipe.optimizer == Adam(learning_rate=1e-3)
    assert recipe.loss == MeanSquaredError()
    assert (recipe.penalties, recipe.clipping, recipe.restart) == ((), (), None)
    assert recipe.dtype == torch.float32


@pytest.mark.parametrize("name", COUNTS)
@pytest.mark.parametrize("value", [-1, 2.5, 1e3, "8"])
def test_counts_are_whole_numbers(name, value):
    with pytest.raises(InvalidValueError) as caught:
        Recipe(**({"iterations": 1} | {name: value}))
    assert f"Recipe.{name}: expected a" in str(caught.value)
    assert f"found {value!r}." in str(caught.value)


@pytest.mark.parametrize("name", COUNTS[1:])
def test_only_the_iterations_may_be_none(name):
    assert Recipe(iterations=0).evaluation_steps() == [0]
    with pytest.raises(InvalidValueError, match=f"Recipe.{name}: .* found 0"):
        Recipe(**{"iterations": 1, name: 0})


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.int32, torch.complex64])
def test_other_precisions_are_refused(dtype):
    with pytest.raises(InvalidValueError, match=f"Recipe.dtype: .* found {dtype}"):
        Recipe(iterations=1, dtype=dtype)


def test_it_is_frozen_and_keyword_only():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Recipe(iterations=1).iterations = 2
    with pytest.raises(TypeError):
        Recipe(1)


@pytest.mark.parametrize(
    ("iterations", "every", "expected"),
    [
        (100, 25, [0, 25, 50, 75, 100]),
        (90, 25, [0, 25, 50, 75, 90]),
        (10, 25, [0, 10]),
        (0, 25, [0]),
        (2, 1, [0, 1, 2]),
    ],
)
def test_evaluation_steps(iterations, every, expected):
    assert Recipe(iterations=iterations, evaluate_every=every).evaluation_steps() == expected


@given(st.integers(0, 500), st.integers(1, 600))
def test_evaluation_steps_begin_end_and_never_miss(iterations, every):
    steps = Recipe(iterations=iterations, evaluate_every=every).evaluation_steps()
    assert steps == sorted({*range(0, iterations, every), iterations})


@pytest.mark.parametrize("batches", [0, -1, 2.5])
def test_an_epoch_has_batches(batches):
    with pytest.raises(InvalidValueError, match=r"Recipe\.batches: expected a positive"):
        Recipe(iterations=1, batches=batches)


def test_what_came_later_is_not_described_while_it_is_not_used():
    assert not {"batches", "turns", "corrections", "finish"} & describe(Recipe(iterations=1)).keys()


def test_losses_are_kept_only_for_those_who_ask():
    penalty_step = PenaltyStep(measure=L1Norm(), after=0, below=1)
    assert not Recipe(iterations=1, restart=PlateauRestart()).needs_losses
    assert Recipe(iterations=1, restart=LossPlateauRestart()).needs_losses
    assert Recipe(iterations=1, penalty_steps=(penalty_step,)).needs_losses
