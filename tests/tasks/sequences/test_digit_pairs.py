from dataclasses import replace

import numpy as np
import pytest
import torch
from sklearn.model_selection import KFold

from nalm.errors import InvalidValueError
from nalm.tasks import DigitPairs, DigitPart, DigitSource
from nalm.tasks._data._digits import digit_table
from nalm.tasks._data._tables import table
from tests.tasks._distributions import assert_traces

FOLD = DigitPairs(images=DigitSource.DIGITS_8X8, fold=3.0)
EVERY = [replace(FOLD, fold=float(fold)) for fold in range(10)]


def pairs_of(rows):
    return {tuple(pair) for pair in np.asarray(rows)[:, -2:].astype(int).tolist()}


def uniform(batch):
    return torch.rand(1, 130, batch, generator=torch.Generator().manual_seed(0))


def raw_images(rows):
    """Return images with their digits, of samples (rows, 130), as the table has them."""
    mean, deviation = DigitSource.DIGITS_8X8.scale
    pixels = np.asarray(rows[:, :128]).reshape(-1, 2, 64) * deviation + mean
    images = np.concatenate([pixels, np.asarray(rows[:, 128:])[..., None]], axis=-1)
    return {tuple(row) for row in images.reshape(-1, 65).round().astype(int).tolist()}


def known(part):
    return {tuple(row) for row in table(digit_table(DigitSource.DIGITS_8X8, part)).tolist()}


def test_folds_are_those_of_scikit_learn():
    pairs = np.array([(one, other) for one in range(1, 10) for other in range(1, 10)])
    folds = KFold(10, shuffle=True, random_state=np.random.RandomState(0)).split(pairs)
    for fold, (train, test) in zip(EVERY, folds, strict=True):
        assert pairs_of(fold.pairs()) == pairs_of(pairs[train])
        assert pairs_of(fold.held_out()) == pairs_of(pairs[test])


@pytest.mark.parametrize("fold", [EVERY[0], FOLD, EVERY[9]], ids=str)
def test_batches_have_every_pair_but_the_held_ones(fold):
    rows = fold.sample(uniform(5000)).T
    assert pairs_of(rows) == pairs_of(fold.pairs())
    assert raw_images(rows) <= known(DigitPart.TRAIN)


def test_pairs_and_images_are_equally_likely():
    rows = FOLD.sample(uniform(60_000)).T
    _, counts = np.unique(np.asarray(rows[:, -2:]), axis=0, return_counts=True)
    assert np.abs(counts / 60_000 * 73 - 1).max() < 5 * np.sqrt(73 / 60_000)
    allowed = {row for row in known(DigitPart.TRAIN) if row[-1] > 0}
    assert raw_images(rows) == allowed


def test_the_ends_of_the_uniform_numbers_are_images():
    ends = torch.tensor([0.0, 1 - 2.0**-24]).expand(1, 130, 2)
    assert pairs_of(FOLD.sample(ends).T) <= pairs_of(FOLD.pairs())


def test_folds_train_together():
    assert_traces(FOLD)
    assert_traces(EVERY[0])


@pytest.mark.parametrize("part", DigitPart)
def test_fixed_sets_are_of_their_part_with_every_pair_as_often(part):
    fold = replace(FOLD, part=part)
    rows = fold.draw(np.random.RandomState(1), (730, 130))
    expected = fold.held_out() if part is DigitPart.TEST else fold.pairs()
    assert pairs_of(rows) == pairs_of(expected)
    _, counts = np.unique(rows[:, -2:], axis=0, return_counts=True)
    assert counts.max() - counts.min() <= 1
    assert raw_images(rows) <= known(part)


def test_the_text_tells_folds_and_parts_apart():
    assert str(FOLD) == "2 × 8×8 digits 1–9 (validation, fold 3)"


@pytest.mark.parametrize("wrong", [-1.0, 10.0, 0.5])
def test_a_fold_that_there_is_not_is_refused(wrong):
    with pytest.raises(InvalidValueError, match="from 0 to 9"):
        replace(FOLD, fold=wrong)
