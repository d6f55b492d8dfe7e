"""Figure 2: exponential function, logarithm and sine (equation 14)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd  # pyright: ignore[reportMissingTypeStubs]
import torch
from torch import nn

from nalm._typing import FloatArray
from nalm.experiments._chart import Chart, Mark
from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.experiments._trained import Trained
from nalm.experiments._view import View
from nalm.experiments.catalogue._heim2020._models import (
    NAIVE_NPU_NETWORK,
    NPU_NETWORK,
    dense_network,
    nalu_network,
    power_network,
)
from nalm.experiments.catalogue._heim2020draft._real_naive_npu import RealNaiveNPU
from nalm.tasks import EvenlySpaced, Univariate, UnivariateTask
from nalm.training import Adam, Constant, L2Norm, Penalty, Recipe

SEEDS = 5
COLUMNS = ["function", "unit", "x", "y"]


@dataclass(frozen=True, kw_only=True)
class Curve:
    """A panel of the figure.

    Args:
        function: What is learnt.
        train: Ends of the training grid.
        points: Points of the training grid, a tenth apart.
        plot: Ends of the axis of the figure.
        hidden: Hidden values of every network.
        iterations: Optimiser steps.
        weight: Weight β of the norm of the imaginary weights, beside a sum of squares.
    """

    function: Univariate
    train: tuple[float, float]
    points: int
    plot: tuple[float, float]
    hidden: int
    iterations: int
    weight: float


CURVES = (
    Curve(
        function=Univariate.EXP,
        train=(-5.0, 5.0),
        points=101,
        plot=(-10.0, 10.0),
        hidden=10,
        iterations=100_000,
        weight=0.1,
    ),
    Curve(
        function=Univariate.LOG,
        train=(0.1, 2.0),
        points=20,
        plot=(0.2, 8.0),
        hidden=10,
        iterations=50_000,
        weight=0.01,
    ),
    Curve(
        function=Univariate.SIN,
        train=(-5.0, 5.0),
        points=101,
        plot=(-10.0, 10.0),
        hidden=4,
        iterations=50_000,
        weight=0.1,
    ),
)


def _settings(curve: Curve) -> list[Setting]:
    sizes = (1, curve.hidden, 1)
    # The mean of the squares is their sum over the number of points, and so is the weight.
    norm = Constant(value=curve.weight / curve.points)
    imaginary = (Penalty(measure=L2Norm(parameters="*weight_imag"), schedule=norm),)
    return [
        _setting(curve, "RealNaiveNPU", power_network(RealNaiveNPU, sizes)),
        _setting(curve, "NaiveNPU", NAIVE_NPU_NETWORK(sizes), penalties=imaginary),
        _setting(curve, "NPU", NPU_NETWORK(sizes), penalties=imaginary),
        _setting(curve, "NALU", nalu_network(sizes)),
        _setting(curve, "Dense", dense_network((1, curve.hidden, 1)), learning_rate=1e-2),
    ]


def _setting(
    curve: Curve,
    unit: str,
    network: Callable[[], nn.Module],
    *,
    penalties: tuple[Penalty, ...] = (),
    learning_rate: float = 1e-3,
) -> Setting:
    low, high = curve.plot
    return Setting(
        unit=unit,
        network=network,
        task=UnivariateTask(function=curve.function),
        interpolation=EvenlySpaced(low=curve.train[0], high=curve.train[1]),
        extrapolation=EvenlySpaced(low=low, high=high),
        recipe=Recipe(
            iterations=curve.iterations,
            batch_size=curve.points,
            evaluation_rows=1000,
            optimizer=Adam(learning_rate=learning_rate),
            penalties=penalties,
            dtype=torch.float64 if unit == "NALU" else torch.float32,
        ),
    )


TRAINING = Experiment(
    name="heim2020draft/fig2-training",
    title="Exponential function, logarithm and sine by a power unit and a sum",
    source="Figure 2, equation 14",
    settings=tuple(setting for curve in CURVES for setting in _settings(curve)),
    seeds=SEEDS,
    note=(
        "75 runs of 50,000 to 100,000 steps on the whole grid: Adam 1e-3 (Dense 1e-2), sum of "
        "squares and β‖W_i‖₂ for the units with imaginary weights, here both divided by the "
        "number of points. The draft trains each model once."
    ),
)


def entries() -> list[Experiment | View]:
    """List the entries of this file."""
    view = View(
        name="heim2020draft/fig2",
        title="Learnt exponential function, logarithm and sine beyond the training range",
        source="Figure 2, equation 14",
        experiment=TRAINING,
        compute=_compute,
        chart=Chart(mark=Mark.LINE, x="x", y="y", series="unit", panel="function"),
        note=(
            "Computed in a second from heim2020draft/fig2-training: of each model the run with "
            "the least training error. The exponential function is shown as log₁₀ |y|."
        ),
    )
    return [view, TRAINING]


def _compute(runs: Sequence[Trained]) -> pd.DataFrame:
    best: dict[tuple[str, str], Trained] = {}
    for run in runs:
        key = (run.setting.task.name, run.setting.unit)
        if key not in best or _training_error(run) < _training_error(best[key]):
            best[key] = run
    if not best:
        return pd.DataFrame(columns=COLUMNS)
    # Every model of a function comes with the same target.
    return pd.concat([_curve(run) for run in best.values()]).drop_duplicates(ignore_index=True)


def _training_error(run: Trained) -> float:
    return float(np.nan_to_num(run.stored.trace.validation[-1], nan=np.inf))


def _curve(run: Trained) -> pd.DataFrame:
    setting = run.setting
    x = setting.extrapolation.draw(np.random.RandomState(0), (201, 1))
    with torch.no_grad():
        prediction = run.network()(torch.tensor(x, dtype=setting.recipe.dtype)).double().numpy()
    shown = {"target": setting.task.target(x, {}), setting.unit: prediction}
    exponential = setting.task.name == Univariate.EXP.value
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "function": "log₁₀ |exp|" if exponential else setting.task.name,
                    "unit": name,
                    "x": x[:, 0],
                    "y": _log(y[:, 0]) if exponential else y[:, 0],
                }
            )
            for name, y in shown.items()
        ]
    )


def _log(y: FloatArray) -> FloatArray:
    with np.errstate(divide="ignore"):
        return np.log10(np.abs(y))
