from dataclasses import dataclass

import torch

from nalm.discovery.stages.cohorts._per_start import PerStart, joined


@dataclass(frozen=True)
class Inner(PerStart):
    matrix: torch.Tensor


@dataclass(frozen=True)
class Outer(PerStart):
    number: torch.Tensor
    inner: Inner


def some(count, first=0.0):
    numbers = first + torch.arange(count, dtype=torch.float64)
    return Outer(numbers, Inner(numbers[:, None, None].expand(-1, 2, 3)))


def numbers(record):
    assert torch.equal(record.inner.matrix[:, 1, 2], record.number)
    return record.number.tolist()


def test_starts_are_taken_by_place_and_by_mask():
    assert numbers(some(4).take(torch.tensor([3, 1]))) == [3, 1]
    assert numbers(some(4).take(torch.tensor([True, False, False, True]))) == [0, 3]


def test_each_start_is_chosen_for_itself():
    assert numbers(some(3).where(torch.tensor([True, False, True]), some(3, 10))) == [0, 11, 2]


def test_starts_are_put_one_after_another():
    assert numbers(joined([some(2), some(0), some(1, 5)])) == [0, 1, 5]
