"""Section 3: the NAC adds, subtracts and finds signs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]

from nalm.experiments._chart import Chart, Mark
from nalm.experiments._experiment import Entry, Experiment
from nalm.experiments._measurement import Measured, Measurement
from nalm.experiments._parameter import Parameter
from nalm.experiments._scale import Scale
from nalm.experiments._setting import Setting
from nalm.experiments._trained import Trained
from nalm.experiments._view import View
from nalm.experiments.catalogue._kollanur2022._accuracy import Accuracy
from nalm.experiments.catalogue._kollanur2022._common import TEST, TRAIN, recipe, single
from nalm.tasks import Chain, Operation, SignedSum, Task
from nalm.units import NAC

OPERANDS = range(1, 11)
SIGNS = (1, 1, -1, 1, -1, 1, -1, -1)
"""Of the function y = x1 + x2 − x3 + x4 − x5 + x6 − x7 − x8."""

STEPS = 5_000
SIGNED_STEPS = 20_000


@dataclass(frozen=True, kw_only=True)
class SignDistance(Measurement):
    """Measure how far the worst weight of a NAC is from its sign, max |W − s|."""

    def __call__(self, run: Trained) -> Sequence[Measured]:
        """Measure a run that learnt a sum with signs."""
        signs = run.setting.task.instance(run.seed)["signs"]
        return [
            Measured(
                "sign_distance",
                float(np.abs(_weights(run)["W"] - signs).max()),
                scale=Scale.POSITIVE,
            )
        ]


def entries() -> list[Entry]:
    """List the section's experiments."""
    signs = _signs()
    return [_arithmetic(Operation.ADD, "3.1"), _arithmetic(Operation.SUB, "3.2"), signs, _print()]


def _arithmetic(operation: Operation, section: str) -> Experiment:
    word = {Operation.ADD: "Addition", Operation.SUB: "Subtraction"}[operation]
    return Experiment(
        name=f"kollanur2022/section{section}",
        title=f"{word} of 1 to 10 operands by a NAC",
        source=f"Section {section}",
        settings=tuple(
            _setting(Chain(operation=operation, in_features=k), STEPS, operands=k) for k in OPERANDS
        ),
        note=(
            f"250 runs of {STEPS:,} steps. Expected: an accuracy of 100 % for every number of "
            "operands. The report does not define accuracy; here it is the share of 1000 test "
            "samples with an error below 0.5."
        ),
        measurements=(Accuracy(),),
    )


def _signs() -> Experiment:
    given = SignedSum(in_features=len(SIGNS), signs=SIGNS)
    drawn = SignedSum(in_features=len(SIGNS))
    return Experiment(
        name="kollanur2022/section3.3",
        title="Signs of eight inputs by a NAC: the report's function, and random ones",
        source="Section 3.3",
        settings=(_setting(given, SIGNED_STEPS), _setting(drawn, SIGNED_STEPS)),
        note=(
            f"50 runs of {SIGNED_STEPS:,} steps. Expected: every weight within 5e-5 of its sign, "
            "so that it prints as 1.0000 or -1.0000."
        ),
        measurements=(Accuracy(), SignDistance()),
    )


def _print() -> View:
    return View(
        name="kollanur2022/section3.3-weights",
        title="Parameters and weights of the NAC that found eight signs",
        source="Section 3.3",
        experiment=_signs().where({"task": "signed sum"}),
        compute=_weight_table,
        chart=Chart(mark=Mark.POINTS, x="input", y="value", panel="matrix", series="seed"),
        note=(
            "The report prints w_hat between 8.4 and 8.7 in absolute value, m_hat between 14.0 "
            "and 14.2, and W = 1.0000 or -1.0000."
        ),
    )


def _weight_table(runs: Sequence[Trained]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"seed": run.seed, "matrix": matrix, "input": k, "value": float(value)}
            for run in runs
            for matrix, values in _weights(run).items()
            for k, value in enumerate(values, start=1)
        ]
    )


def _weights(run: Trained) -> dict[str, np.ndarray]:
    w_hat, m_hat = (run.stored.parameters[name][0].astype(float) for name in ("0.w_hat", "0.m_hat"))
    return {"w_hat": w_hat, "m_hat": m_hat, "W": np.tanh(w_hat) / (1 + np.exp(-m_hat))}


def _setting(task: Task, iterations: int, *, operands: int = 0) -> Setting:
    return Setting(
        unit="NAC",
        network=single(partial(NAC, task.in_features, 1)),
        task=task,
        interpolation=TRAIN,
        extrapolation=TEST,
        recipe=recipe(iterations),
        parameter=Parameter(name="operands", value=operands) if operands else None,
    )
