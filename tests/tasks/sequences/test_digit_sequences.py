from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.func import vmap

from nalm.errors import InvalidValueError
from nalm.tasks import DigitPart, DigitSequences, DigitSource, Grouping
from nalm.tasks._data._digits import digit_table
from nalm.tasks._data._tables import table

PAIRS = DigitSequences(images=DigitSource.DIGITS_8X8, length=2, digits=tuple(range(1, 10)))
FRESH = replace(PAIRS, grouping=Grouping.FRESH)


def uniform(batch, seed=0, inputs=130):
    return torch.rand(1, inputs, batch, generator=torch.Generator().manual_seed(seed))


def images(x, length=2):
    """Return the images of samples `(inputs, batch)` as raw rows, pixels and then the digit."""
    mean, deviation = DigitSource.DIGITS_8X8.scale
    pixels = x[: 64 * length].T.reshape(-1, length, 64) * deviation + mean
    rows = np.concatenate([np.asarray(pixels), np.asarray(x[64 * length :].T)[..., None]], axis=-1)
    return rows.round().astype(int)


def known(part):
    return {tuple(row) for row in table(digit_table(DigitSource.DIGITS_8X8, part)).tolist()}


@pytest.mark.parametrize("sequences", [PAIRS, FRESH])
def test_samples_are_training_images_with_their_digits(sequences):
    x = sequences.sample(uniform(300))
    assert x.shape == (sequences.in_features, 300)
    rows = images(x).reshape(-1, 65)
    assert {tuple(row) for row in rows.tolist()} <= known(DigitPart.TRAIN)
    assert set(rows[:, -1]) == set(range(1, 10))


def test_fixed_groups_are_the_same_sequences_again_and_fresh_ones_are_not():
    def distinct(sequences):
        rows = images(sequences.sample(uniform(20_000)))
        return len({row.tobytes() for row in rows})

    allowed = (table(digit_table(DigitSource.DIGITS_8X8, DigitPart.TRAIN))[:, -1] > 0).sum()
    assert distinct(PAIRS) <= allowed // 2
    assert distinct(FRESH) > 10_000


def test_the_ends_of_the_uniform_numbers_are_images():
    ends = torch.tensor([0.0, 1 - 2.0**-24]).expand(1, 130, 2)
    assert torch.isfinite(PAIRS.sample(ends)).all()
    assert torch.isfinite(FRESH.sample(ends)).all()


@pytest.mark.parametrize("sequences", [PAIRS, FRESH])
def test_many_runs_at_once_sample_what_each_samples_alone(sequences):
    uniforms = torch.stack([uniform(5, seed) for seed in range(3)])
    together = vmap(sequences.sample)(uniforms)
    assert torch.equal(together, torch.stack([sequences.sample(each) for each in uniforms]))


@pytest.mark.parametrize("part", [DigitPart.VALIDATION, DigitPart.TEST])
def test_the_fixed_sets_use_each_held_image_at_most_once(part):
    sequences = replace(PAIRS, held=part)
    index = sequences.groups(np.random.RandomState(1))
    assert len(np.unique(index)) == index.size
    drawn = sequences.draw(np.random.RandomState(1), (len(index), 130))
    rows = images(drawn.T)
    assert {tuple(row) for row in rows.reshape(-1, 65).tolist()} <= known(part)
    again = sequences.draw(np.random.RandomState(1), (len(index) + 3, 130))
    assert np.array_equal(again[-3:], drawn[:3])


def test_the_held_part_is_what_the_groups_index():
    pixels, digits = PAIRS.held_part()
    index = PAIRS.groups(np.random.RandomState(0))
    x = PAIRS.draw(np.random.RandomState(0), (len(index), 130))
    assert np.array_equal(x[:, 128:], digits[index])
    assert np.array_equal(x[:, :64], pixels[index[:, 0]])


def test_the_text_tells_sequences_apart():
    assert str(PAIRS) == "2 × 8×8 digits 1–9 (validation)"
    assert str(replace(PAIRS, held=DigitPart.TEST, digits=(3,))) == "2 × 8×8 digits 3 (test)"


@pytest.mark.parametrize(
    "wrong", [{"length": 0}, {"digits": ()}, {"digits": (3, 10)}, {"digits": (-1,)}]
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InvalidValueError):
        replace(PAIRS, **wrong)


def test_a_sequence_longer_than_the_part_is_refused():
    with pytest.raises(InvalidValueError, match="choose shorter"):
        replace(PAIRS, length=1000).groups(np.random.RandomState(0))
