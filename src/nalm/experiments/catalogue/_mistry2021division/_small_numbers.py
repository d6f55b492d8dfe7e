"""Appendix F: learning to divide by small numbers."""

from dataclasses import replace

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._mistry2021division._gold_weights import gold_mse
from nalm.experiments.catalogue._mistry2021division._models import (
    MODIFIED,
    NO_REDUNDANCY,
    Model,
    nmru,
    nru,
    real_npu,
)
from nalm.tasks import SMALL_NUMBER_TASKS, Range, RangePair
from nalm.units import Discretise

UPPER = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
"""Upper ends of the ranges from 0 on; the test range is the training range."""

EPS32 = 2.0**-23
"""What the paper adds to the error of the exact weights."""

ROUNDING = {"Real NPU": 1e-5, "NRU": 0.1, "NMRU": 1e-5}
"""What the error of exact weights may differ by between two programs, relative to itself.

The errors reach 10¹², where 2⁻²³ is below every rounding error, so that success would depend on
the order of summation. The NRU's error is only the rounding of powers, which differs by up
to 7 % between implementations of the power function.
"""

EXPRESSIONS = {
    "easy": "the reciprocal of one input",
    "medium": "the reciprocal of the first of two inputs",
    "hard": "the quotient of two inputs",
}


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        Experiment(
            name=f"mistry2021division/appendix-f-small-numbers-{task}",
            title=f"Learning {expression} on small numbers",
            source="Appendix F",
            settings=tuple(
                _setting(model, task, upper) for model in _models(task) for upper in UPPER
            ),
            note=(
                f"375 runs of {_iterations(task):,} steps. A run is solved at the error of the "
                "exact weights (see mistry2021division/fig5) plus 2⁻²³ and an allowance for "
                "rounding."
            ),
        )
        for task, expression in EXPRESSIONS.items()
    ]


def _models(task: str) -> list[Model]:
    # The easy task ends before any regularisation starts, so its windows have no effect.
    setup = replace(NO_REDUNDANCY, task=SMALL_NUMBER_TASKS[task], iterations=_iterations(task))
    options = MODIFIED
    if task == "easy":
        options = replace(MODIFIED, discretise=Discretise.NONE, norm=None)
    return [real_npu(setup, "Real NPU", options), nru(setup), nmru(setup)]


def _iterations(task: str) -> int:
    return 5_000 if task == "easy" else 50_000


def _setting(model: Model, task: str, upper: float) -> Setting:
    numbers = Range.interval(0.0, upper)
    threshold = gold_mse(model.unit, task, upper) * (1 + ROUNDING[model.unit]) + EPS32
    return replace(model.on(RangePair(numbers, numbers)), threshold=threshold, inclusive=True)
