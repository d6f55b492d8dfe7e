"""Experiments 1 to 4: minimal and simple arithmetic, initial values, a simple function."""

from collections.abc import Sequence
from dataclasses import replace

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._schloer2020._distributions import (
    PUBLISHED,
    SIMPLE_FUNCTION,
    STANDARD_NORMAL,
)
from nalm.experiments.catalogue._schloer2020._errors import THRESHOLD, FinalSuccess
from nalm.experiments.catalogue._schloer2020._models import (
    INALU_INDEPENDENT,
    MODELS,
    Model,
    Start,
)
from nalm.experiments.catalogue._schloer2020._recipe import recipe
from nalm.tasks import Operation, RandomSelection, RangePair, SingleModuleTask, Task

OPERATIONS = (Operation.ADD, Operation.SUB, Operation.MUL, Operation.DIV)
MEANS = (-1.0, 0.0, 1.0)
STARTS = tuple(
    Start(gate=gate, w_hat=w_hat, m_hat=m_hat, deviation=deviation)
    for deviation in (0.1, 0.5)
    for gate in MEANS
    for m_hat in MEANS
    for w_hat in MEANS
)
HIDDEN = 2
INPUTS = 100

RATES = "Success is a mean squared error below 1e-5 at the last epoch. Expected, for + - * /"


def entries() -> list[Experiment]:
    """List the experiments of the paper."""
    minimal, simple = _minimal(), _simple()
    clipped = [minimal, simple, _initial_values(), _simple_function()]
    return [*clipped, _unclipped(minimal), _unclipped(simple)]


def _minimal() -> Experiment:
    return Experiment(
        name="schloer2020/experiment1",
        title="Minimal arithmetic: one operation of two inputs, seven distributions",
        source="Experiment 1",
        settings=_arithmetic(inputs=2),
        seeds=10,
        note=(
            f"1,120 runs of 100,000 steps. {RATES} in interpolation: NALU .14 0 .24 0, iNALU (sw) "
            ".86 .76 .49 .33, iNALU (iw) 1 1 .71 .34. With one output both NALUs are the same."
        ),
        measurements=(FinalSuccess(),),
    )


def _simple() -> Experiment:
    return Experiment(
        name="schloer2020/experiment2",
        title="Simple arithmetic: one operation of two of ten inputs, seven distributions",
        source="Experiment 2",
        settings=_arithmetic(inputs=10),
        seeds=10,
        note=(
            f"1,120 runs of 100,000 steps. {RATES} in interpolation: NALU .10 0 .24 0, iNALU (sw) "
            "1 .56 .86 0, iNALU (iw) 1 1 .86 .01. The two inputs are neighbours at a place that "
            "the seed chooses."
        ),
        measurements=(FinalSuccess(),),
    )


def _initial_values() -> Experiment:
    return Experiment(
        name="schloer2020/experiment3",
        title="Initial values: 54 distributions for an iNALU with 100 inputs and 2 hidden neurons",
        source="Experiment 3",
        settings=tuple(
            _setting(
                INALU_INDEPENDENT,
                RandomSelection(operation=operation, in_features=INPUTS),
                STANDARD_NORMAL,
                hidden=(HIDDEN,),
                start=start,
            )
            for start in STARTS
            for operation in OPERATIONS
        ),
        seeds=10,
        note=(
            "2,160 runs of 201,000 steps. Expected: the best is g 0, m -1, w 1, sd 0.1, with a "
            "success of 1 1 1 0 for + - * / in interpolation; no start learns a division. "
            "Whether the paths share weights is not published; here they do not."
        ),
        measurements=(FinalSuccess(),),
    )


def _simple_function() -> Experiment:
    return Experiment(
        name="schloer2020/experiment4",
        title="Simple function: one operation of two random sums of 100 inputs",
        source="Experiment 4",
        settings=tuple(
            _setting(
                model,
                RandomSelection(operation=operation, in_features=INPUTS),
                pair,
                hidden=(HIDDEN,),
            )
            for model in MODELS
            for operation in OPERATIONS
            for pair in SIMPLE_FUNCTION
        ),
        seeds=10,
        note=(
            f"320 runs of 100,000 steps. {RATES} in interpolation: NALU 0 0 0 0, iNALU (sw) 1 .65 "
            ".90 0, iNALU (iw) .75 .75 1 0. In extrapolation single precision hides every product."
        ),
        measurements=(FinalSuccess(),),
    )


def _unclipped(experiment: Experiment) -> Experiment:
    settings = experiment.settings
    return replace(
        experiment,
        name=f"{experiment.name}-unclipped",
        title=f"{experiment.title}; without gradient clipping",
        source=f"{experiment.source}; not in the paper",
        settings=tuple(replace(s, recipe=replace(s.recipe, clipping=())) for s in settings),
        note=(
            "1,120 runs of 100,000 steps. The paper clips gradients to [-0.1, 0.1]; without, the "
            "rates of ÷ are nearer to the published ones."
        ),
    )


def _arithmetic(*, inputs: int) -> tuple[Setting, ...]:
    return tuple(
        _setting(model, SingleModuleTask(operation=operation, in_features=inputs), pair)
        for model in MODELS
        for operation in OPERATIONS
        for pair in PUBLISHED
    )


def _setting(
    model: Model,
    task: Task,
    pair: RangePair,
    *,
    hidden: Sequence[int] = (),
    start: Start | None = None,
) -> Setting:
    return Setting(
        unit=model.unit,
        network=model.network(task.in_features, *hidden, 1, start=start),
        task=task,
        interpolation=pair.interpolation,
        extrapolation=pair.extrapolation,
        recipe=recipe(epochs=100 if start is None else 201),
        threshold=THRESHOLD,
        parameter=None if start is None else Parameter(name="start", value=str(start)),
    )
