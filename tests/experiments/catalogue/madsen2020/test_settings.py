"""The experiments with the arithmetic dataset have the paper's number of runs and steps."""

import pytest

from tests.experiments.catalogue.madsen2020._settings import (
    PAPER,
)


@pytest.mark.parametrize(
    "what, rows, seeds, iterations",
    [
        ("table1", 5, 100, {200_000}),
        ("table2", 66, 100, {5_000_000}),
        ("fig3-hidden-size", 9 * 6, 50, {5_000_000}),
        ("fig3-range", 7 * 6, 50, {5_000_000}),
        ("input-size", 14 * 6, 50, {5_000_000, 10_000_000, 15_000_000}),
        ("overlap", 6 * 6, 50, {5_000_000}),
        ("subset", 4 * 6, 50, {5_000_000}),
        ("gating", 6, 100, {5_000_000}),
        ("ablation", 9 * 4, 50, {5_000_000}),
        ("regularisation", 6 * 3, 50, {5_000_000}),
        ("learning-rate", 4 * 3 * 3 * 5, 25, {5_000_000}),
        ("subsets", 8 * 5 + 3, 25, {5_000_000}),
    ],
)
def test_sizes(what, rows, seeds, iterations):
    experiment = PAPER[what]
    assert (len(experiment.settings), experiment.seeds) == (rows, seeds)
    assert {each.recipe.iterations for each in experiment.settings} == iterations
    assert {each.recipe.batch_size for each in experiment.settings} == {128}
    assert {each.recipe.evaluate_every for each in experiment.settings} == {1000}


@pytest.mark.parametrize("what", PAPER)
def test_runs_are_distinct(what):
    experiment = PAPER[what]
    keys = {each.run(seed).key for each in experiment.settings for seed in (0, 1)}
    assert len(keys) == 2 * len(experiment.settings)
