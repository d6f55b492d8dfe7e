"""How large the sequential tasks are: the paper's numbers, and what is smaller."""

import pytest
import torch

from nalm.experiments.catalogue._madsen2020._digit_scales import BRIEF, PAPER, QUICK, SMALL
from nalm.tasks import DigitSource, Grouping

SCALES = (PAPER, BRIEF, SMALL, QUICK)


def test_the_papers_is_1000_epochs_evaluated_every_fifth():
    epoch = PAPER.iterations // 1000
    assert (epoch, PAPER.evaluate_every, PAPER.batch_size, PAPER.seeds) == (387, 5 * epoch, 64, 10)
    assert (PAPER.source, PAPER.grouping) == (DigitSource.MNIST, Grouping.FIXED)


@pytest.mark.parametrize("scale", SCALES, ids=lambda scale: scale.suffix)
def test_the_regulariser_is_off_at_first_and_grows_to_10_before_the_end(scale):
    (penalty,) = scale.recipe(()).penalties
    start, end = scale.ramp
    validation = torch.tensor(0.0)
    found = [penalty.schedule.weight(torch.tensor(step), validation) for step in (0, start, end)]
    assert [float(each) for each in found] == [0, 0, 10]
    assert start < end < scale.iterations


def test_names_differ_and_each_is_smaller_than_the_one_before():
    assert len({scale.suffix for scale in SCALES}) == len(SCALES)
    sequences = [s.iterations * s.batch_size * s.seeds for s in (PAPER, SMALL, QUICK)]
    assert sequences == sorted(sequences, reverse=True)


def test_what_needs_no_mnist_says_that_it_is_not_the_papers():
    for scale in (BRIEF, SMALL):
        assert scale.note.startswith("Not in the paper")
