"""Sections 4, 5.1 and 7.1: the NALU, reinitialised, and with independent weights."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from torch import nn

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._kollanur2022._accuracy import Accuracy
from nalm.experiments.catalogue._kollanur2022._common import START, TEST, TRAIN, recipe
from nalm.networks import stack
from nalm.tasks import Chain, Operation, SingleModuleTask, Task
from nalm.training import PlateauRestart, Restart
from nalm.units import NALU, NALUWeights

STEPS = 50_000
HIDDEN = 2

REINITIALISATION = PlateauRestart(every=10_000, patience=9_999, threshold=1.0)
"""Every ten epochs of 1000 steps, for runs that did not improve over 10,000 steps."""

CHAINS = (Operation.ADD, Operation.SUB, Operation.MUL, Operation.DIV)
POWERS = (Operation.ROOT, Operation.SQUARED)


@dataclass(frozen=True, kw_only=True)
class Model:
    """A row of a table.

    Args:
        unit: Its name.
        weights: Whether the paths of the NALUs share their weights.
        layers: One, or two with two neurons between them.
        restart: The reinitialisation; None for none.
    """

    unit: str
    weights: NALUWeights = NALUWeights.SHARED
    layers: int = 1
    restart: Restart | None = None

    def network(self, inputs: int) -> Callable[[], nn.Module]:
        """Describe the network."""
        sizes = (inputs, *[HIDDEN] * (self.layers - 1), 1)
        layers = [
            partial(NALU, size, following, weights=self.weights)
            for size, following in pairwise(sizes)
        ]
        return partial(stack, *layers, initial=START)


ONE = Model(unit="NALU")
TWO = Model(unit="NALU, 2 layers", layers=2)
PLAIN = (ONE, TWO)
REINITIALISED = (
    Model(unit="NALU (reinitialised)", restart=REINITIALISATION),
    Model(unit="NALU, 2 layers (reinitialised)", layers=2, restart=REINITIALISATION),
)
INDEPENDENT = (
    Model(unit="NALU (independent weights)", weights=NALUWeights.SEPARATE),
    Model(unit="NALU, 2 layers (independent weights)", layers=2, weights=NALUWeights.SEPARATE),
)

DEPTH = (
    "The report does not say how many layers it trains; one NALU cannot square an input, because "
    "its weights end at 1, two can."
)


def section4() -> list[Experiment]:
    """List the experiments of section 4."""
    two = [_chain(operation, 2) for operation in CHAINS]
    powers: list[Task] = [SingleModuleTask(operation=operation) for operation in POWERS]
    sums: list[Task] = [
        SingleModuleTask(operation=operation, subset_size=2, subset_count=1) for operation in POWERS
    ]
    return [
        _experiment(
            "4.1",
            "Six operations of two operands by a NALU; root and square are of the first",
            [*two, *powers],
            PLAIN,
            note=f"300 runs of {STEPS:,} steps. {DEPTH} Expected: 99.8 % for +, 87.3 % for -, "
            "92.3 % for *, 98.6 % for /, 99.1 % for the root, 91.6 % for the square, of one "
            "undefined accuracy and an unstated number of seeds.",
        ),
        _experiment(
            "4.1-sum",
            "Root and square of the sum of two operands by a NALU",
            sums,
            PLAIN,
            note=f"100 runs of {STEPS:,} steps. The other reading of root and square with two "
            "operands.",
        ),
        _experiment(
            "4.2",
            "Four operations of five operands by a NALU",
            [_chain(operation, 5) for operation in CHAINS],
            PLAIN,
            note=f"200 runs of {STEPS:,} steps. Expected: 100 % for +, 98.9 % for -, 93.9 % for "
            "*, 18.7 % for /.",
        ),
    ]


def section5() -> list[Experiment]:
    """List the experiment of section 5.1."""
    return [
        _experiment(
            "5.1",
            "NALU with and without reinitialisation on the tasks of section 4",
            _all_tasks(),
            (*PLAIN, *REINITIALISED),
            note=f"1,000 runs of {STEPS:,} steps, half of which are those of section 4. The report "
            "suggests the strategy without a number; runs whose error stays below 1, as a "
            "quotient's does, are never reinitialised.",
        )
    ]


def section7() -> list[Experiment]:
    """List the experiment of section 7.1."""
    return [
        _experiment(
            "7.1",
            "NALU with shared and with independent weights on the tasks of section 4",
            _all_tasks(),
            (*PLAIN, *INDEPENDENT),
            note=f"1,000 runs of {STEPS:,} steps, half of which are those of section 4. The report "
            "suggests it as future work, without a number.",
        )
    ]


def _all_tasks() -> list[Task]:
    powers = [SingleModuleTask(operation=operation) for operation in POWERS]
    return [*(_chain(operation, k) for k in (2, 5) for operation in CHAINS), *powers]


def _chain(operation: Operation, operands: int) -> Task:
    return Chain(operation=operation, in_features=operands)


def _experiment(
    section: str, title: str, tasks: Sequence[Task], models: Sequence[Model], *, note: str
) -> Experiment:
    return Experiment(
        name=f"kollanur2022/section{section}",
        title=title,
        source=f"Section {section.split('-')[0]}",
        settings=tuple(_setting(model, task) for model in models for task in tasks),
        note=note,
        measurements=(Accuracy(),),
    )


def _setting(model: Model, task: Task) -> Setting:
    return Setting(
        unit=model.unit,
        network=model.network(task.in_features),
        task=task,
        interpolation=TRAIN,
        extrapolation=TEST,
        recipe=recipe(STEPS, restart=model.restart),
        parameter=Parameter(name="operands", value=task.in_features),
    )
