"""How often a trained network reads the digits of two images right, and their quotient."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import Tensor

from nalm.errors import InvalidTypeError
from nalm.experiments._trained import Trained
from nalm.networks import SequenceReader
from nalm.statistics import mean_interval
from nalm.tasks import DigitPairs, DigitPart

ROWS = 2000
"""Pairs of images of each set."""

SETS = {"training pairs": DigitPart.TRAIN, "held-out pairs": DigitPart.TEST}
"""The published figure shows both: images of training, and test images of pairs left out."""

COLUMNS = ("unit", "pairs", "accuracy", "mean", "low", "high", "runs")


def accuracies(runs: Sequence[Trained]) -> pd.DataFrame:
    """Return the mean accuracies of each unit over folds and seeds.

    A digit is right if the number read from its image rounds to it, an output if it is the
    quotient after both are rounded to 2 or to 4 decimals.

    Args:
        runs: Runs of `SequenceReader` on `DigitPairs`.

    Returns:
        One row per unit, set of pairs and accuracy: ``unit``, ``pairs``, ``accuracy``, ``mean``
        with Student's interval from ``low`` to ``high``, and ``runs``.

    Raises:
        InvalidTypeError: If a run is of something else.
    """
    found: dict[tuple[str, str, str], list[float]] = {}
    for run in runs:
        for pairs, part in SETS.items():
            for accuracy, value in _measure(run, part):
                found.setdefault((run.setting.unit, pairs, accuracy), []).append(value)
    rows = [
        (*labels, *_interval(np.array(values)), len(values)) for labels, values in found.items()
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _measure(run: Trained, part: DigitPart) -> Iterator[tuple[str, float]]:
    pairs, network = run.setting.extrapolation, run.network()
    if not isinstance(pairs, DigitPairs) or not isinstance(network, SequenceReader):
        raise InvalidTypeError(
            f"accuracies: expected a SequenceReader on DigitPairs, found "
            f"{type(network).__name__} on {type(pairs).__name__}. Measure something else."
        )
    drawn = replace(pairs, part=part).draw(np.random.RandomState(0), (ROWS, pairs.in_features))
    x = torch.tensor(drawn, dtype=run.setting.recipe.dtype)
    read, output = _read(network, x)
    digits = x[:, -2:]
    quotient = run.setting.task.target(x, {})[:, 0]
    for name, right in {
        "first digit": read[:, 0].round() == digits[:, 0],
        "second digit": read[:, 1].round() == digits[:, 1],
        "output, 2 decimals": output.round(decimals=2) == quotient.round(decimals=2),
        "output, 4 decimals": output.round(decimals=4) == quotient.round(decimals=4),
    }.items():
        yield name, right.double().mean().item()


def _read(network: SequenceReader, x: Tensor) -> tuple[Tensor, Tensor]:
    """Return the numbers read from both images, (rows, 2), and the output, (rows,)."""
    images = x[:, :-2].reshape(-1, 1, network.side, network.side)
    with torch.no_grad():
        return cast("Tensor", network.image(images)).reshape(-1, 2), network(x)[:, 0]


def _interval(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float, float]:
    interval = mean_interval(values, lowest=0.0, highest=1.0)
    return interval.estimate, interval.low, interval.high
