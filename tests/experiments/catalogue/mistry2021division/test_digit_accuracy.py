"""Accuracies of digits and quotients: networks whose answers are known."""

from functools import partial

import numpy as np
import pytest
import torch
from torch import nn

from nalm.errors import InvalidTypeError
from nalm.experiments import Trained
from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._mistry2021division._digit_accuracy import ROWS, accuracies
from nalm.networks import AtOnce, Quotient, SequenceReader

SETTING = entries()["mistry2021division/digits-8x8"].settings[0]


class Known(nn.Module):
    """Say the same number for every image; its parameter is there for the trainer."""

    def __init__(self, number):
        super().__init__()
        self.number = nn.Parameter(torch.tensor([number]))

    def forward(self, x):
        return self.number.expand(len(x), 1)


class Run(Trained):
    """A run whose network is given."""

    def __init__(self, network):
        super().__init__(setting=SETTING, seed=0, stored=None)
        object.__setattr__(self, "given", network)

    def network(self):
        return self.given


def reader(number):
    return SequenceReader(image=partial(Known, number), sequence=partial(AtOnce, Quotient), side=8)


def table(*numbers):
    frame = accuracies([Run(reader(number)) for number in numbers])
    return frame.set_index(["pairs", "accuracy"])


def test_digits_are_right_where_the_number_rounds_to_them():
    frame = table(4.3)
    digits = SETTING.extrapolation.draw(np.random.RandomState(0), (ROWS, 130))[:, -2:]
    shares = (digits == 4).mean(axis=0)
    assert frame.loc[("held-out pairs", "first digit"), "mean"] == pytest.approx(shares[0])
    assert frame.loc[("held-out pairs", "second digit"), "mean"] == pytest.approx(shares[1])


def test_outputs_are_right_where_they_are_the_quotient():
    frame = table(2.0)  # an output of 1 for every pair
    pairs = SETTING.interpolation.pairs()
    share = (pairs[:, 0] == pairs[:, 1]).mean()
    for decimals in (2, 4):
        mean = frame.loc[("training pairs", f"output, {decimals} decimals"), "mean"]
        assert mean == pytest.approx(share, abs=0.01)


def test_a_unit_has_the_mean_of_its_runs_with_its_interval():
    alone, both = (table(4.0), table(4.0, 5.0))
    key = ("training pairs", "first digit")
    other = table(5.0).loc[key, "mean"]
    assert both.loc[key, "mean"] == pytest.approx((alone.loc[key, "mean"] + other) / 2)
    assert both.loc[key, "runs"] == 2
    assert both.loc[key, "low"] <= both.loc[key, "mean"] <= both.loc[key, "high"]


def test_another_network_is_refused():
    with pytest.raises(InvalidTypeError, match="SequenceReader on DigitPairs"):
        accuracies([Run(nn.Linear(2, 1))])
