import numpy as np
import pytest
import torch

from nalm.tasks import DigitPart, NumberTranslation, NumberWords
from nalm.tasks._sequences import _number_words as words


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "one"),
        (19, "nineteen"),
        (20, "twenty"),
        (99, "ninety nine"),
        (100, "one hundred"),
        (110, "one hundred and ten"),
        (235, "two hundred and thirty five"),
        (900, "nine hundred"),
        (999, "nine hundred and ninety nine"),
    ],
)
def test_numbers_are_read_in_english(number, text):
    assert " ".join(NumberWords.read(number)) == text


def test_all_numbers_have_different_words_of_the_vocabulary():
    texts = {NumberWords.read(number) for number in range(1, 1000)}
    assert len(texts) == 999
    assert {word for text in texts for word in text} == set(words.WORDS) - {""}
    assert max(map(len, texts)) == words.LONGEST
    assert len(words.WORDS) == 30


def test_every_number_is_in_one_part_and_every_word_is_trained():
    parts = words._parts()
    numbers = np.concatenate([each[:, -1] for each in parts.values()])
    assert sorted(numbers) == list(range(1, 1000))
    sizes = [len(parts[part]) for part in DigitPart]
    assert sizes == [169, 200, 630]
    assert set(parts[DigitPart.TRAIN][:, :-1].flat) == set(range(30))


def test_samples_and_draws_are_of_their_parts():
    uniform = torch.rand(1, 6, 500, generator=torch.Generator().manual_seed(0))
    sampled = NumberWords().sample(uniform)
    assert sampled.shape == (6, 500)
    trained = set(words._parts()[DigitPart.TRAIN][:, -1].tolist())
    assert set(sampled[-1].int().tolist()) <= trained
    drawn = NumberWords(held=DigitPart.TEST).draw(np.random.RandomState(0), (700, 6))
    assert set(drawn[:, -1]) == set(words._parts()[DigitPart.TEST][:, -1])
    assert np.array_equal(drawn[630:], drawn[:70])


def test_the_target_is_the_number():
    task = NumberTranslation()
    x = NumberWords().draw(np.random.RandomState(0), (3, task.in_features))
    assert np.array_equal(task.target(x, task.instance(0)), x[:, 5:])
    assert task.name == "translation"
    assert str(NumberWords()) == "numbers below 1000 (validation)"
