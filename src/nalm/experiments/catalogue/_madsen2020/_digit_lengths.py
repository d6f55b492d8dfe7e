"""Errors of the sequential digit tasks by length, and which of them count as solved."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import cast

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import Tensor

from nalm._typing import FloatArray
from nalm.errors import InvalidTypeError
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._scale import Scale
from nalm.experiments._trained import Trained
from nalm.experiments.catalogue._madsen2020._digit_models import REFERENCE
from nalm.networks import SequenceReader
from nalm.statistics import mean_bound, success_rate
from nalm.tasks import DigitSequences

TEST_PERMUTATION = 88253339
"""Seed of the permutation that is cut into test sequences, that of the reference experiments."""

UNSOLVED = 10.0
"""A reference run did not solve the task if its error is this many times the median's.

The paper leaves three of ten reference runs of the product out because they "did not solve" it;
this makes a rule of it.
"""


COLUMNS = ("unit", "length", "success_rate", "low", "high", "runs", "threshold")


@dataclass(frozen=True, kw_only=True)
class LengthErrors(Measurement):
    """Mean squared error on test sequences of other lengths, over all partial results.

    The network is the one after the last step; the paper takes the step with the smallest
    validation error. Images are read once, in the network's precision; what reads the sequence
    computes in double precision, because products of twenty digits squared overflow the single.

    Args:
        lengths: Images in a sequence. A length with too few test images for one sequence is left
            out.
    """

    lengths: tuple[int, ...]

    def __call__(self, run: Trained) -> list[Measured]:
        """Measure a run: one ``length_error`` for each length."""
        sequences, network = run.setting.extrapolation, run.network()
        if not isinstance(sequences, DigitSequences) or not isinstance(network, SequenceReader):
            raise InvalidTypeError(
                f"LengthErrors: expected a SequenceReader on DigitSequences, found "
                f"{type(network).__name__} on {type(sequences).__name__}. Measure something else."
            )
        numbers, digits = _read(network, sequences)
        network.sequence.double()
        longest = int(np.isin(digits, sequences.digits).sum())
        lengths = [length for length in self.lengths if length <= longest]
        found: list[Measured] = []
        for length in lengths:
            index = replace(sequences, length=length).groups(
                np.random.RandomState(TEST_PERMUTATION)
            )
            task = replace(run.setting.task, in_features=length, out_features=length)
            error = _result(network, numbers[index]) - task.target(digits[index], {})
            mean = float((error**2).mean())
            found.append(Measured("length_error", mean, f"length {length}", scale=Scale.POSITIVE))
        return found


def success_by_length(
    runs: Sequence[Trained],
    *,
    measure: LengthErrors,
    degrees: int | None = None,
    published: Mapping[str, Sequence[float]] = MappingProxyType({}),
) -> pd.DataFrame:
    """Return how many runs of each unit are as good as the reference, for each length.

    A run solves a length if its error is below the upper 99 % bound of the mean error of the
    reference runs, those that did not solve the task left out (see `UNSOLVED`).

    Args:
        runs: Runs of all units, those of `REFERENCE` among them.
        measure: Gives the errors.
        degrees: Degrees of freedom of the bound; by default those of the data. The code of the
            paper always uses 8.
        published: Unit → success rates of the paper, in the order of the lengths.

    Returns:
        One row per unit and length: ``unit``, ``length``, ``success_rate``, ``low``, ``high``,
        ``runs``, ``threshold``; the paper's rows carry " (paper)" after the unit.
    """
    errors: dict[tuple[str, str], list[float]] = {}
    for run in runs:
        for found in measure(run):
            errors.setdefault((run.setting.unit, found.task), []).append(found.value)
    rows: list[tuple[object, ...]] = []
    for (unit, task), values in errors.items():
        reference = np.array(errors.get((REFERENCE, task), []))
        threshold = mean_bound(_solving(reference), degrees=degrees)
        rate = success_rate(sum(value < threshold for value in values), len(values))
        numbers = (rate.estimate, rate.low, rate.high, len(values), threshold)
        rows.append((unit, int(task.removeprefix("length ")), *numbers))
    unknown = (math.nan,) * 4
    rows += [
        (f"{unit} (paper)", length, rate, *unknown)
        for unit, rates in published.items()
        for length, rate in zip(measure.lengths, rates, strict=True)
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _solving(errors: FloatArray) -> FloatArray:
    return errors[errors <= UNSOLVED * np.median(errors)] if len(errors) else errors


def _read(network: SequenceReader, sequences: DigitSequences) -> tuple[Tensor, FloatArray]:
    """Return what the network reads from each test image, and the digits."""
    pixels, digits = sequences.held_part()
    like = next(network.image.parameters())
    images = torch.tensor(pixels, dtype=like.dtype).reshape(-1, 1, network.side, network.side)
    starts = range(0, len(images), 1000)
    with torch.no_grad():
        numbers = [cast("Tensor", network.image(images[i : i + 1000])) for i in starts]
    return torch.cat(numbers).double(), digits


def _result(network: SequenceReader, numbers: Tensor) -> FloatArray:
    with torch.no_grad():
        return cast("Tensor", network.sequence(numbers))[..., 0].numpy()
