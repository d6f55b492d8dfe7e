"""Figure 3 and appendix C.4: what the multiplication task's parameters do to its models."""

from collections.abc import Sequence

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._madsen2020._models import PRODUCT_MODELS
from nalm.experiments.catalogue._madsen2020._problem import (
    OFF_BY_ONE,
    THRESHOLDS,
    Problem,
    sums_of_inputs,
)
from nalm.tasks import Operation, Range

HIDDEN_SIZES = tuple(range(2, 11))

RANGES = (
    ("[-2,-1]", "[-6,-2]", 0.1600),
    ("[-2,2]", "[-6,-2]∪[2,6]", 2.31e-4),
    ("[0,1]", "[1,5]", 0.05076),
    ("[0.1,0.2]", "[0.2,2]", 9.20e-4),
    ("[1,2]", "[2,6]", 0.1600),
    ("[1.1,1.2]", "[1.2,6]", 0.1053),
    ("[10,20]", "[20,40]", 505.5),
)
"""Interpolation range, extrapolation range, published threshold."""

INPUT_SIZES = (
    *((4, 7.10e-8), (10, 1.510e-5), (25, 6.14e-4), (50, 0.01003), (75, 0.0508), (100, 0.1600)),
    *((125, 0.3912), (150, 0.8116), (175, 1.503), (200, 2.562)),
    *((225, 4.105), (250, 6.258), (275, 9.162), (300, 12.97)),
)
"""Number of inputs, published threshold."""

OVERLAPS = (
    *((0.0, 0.16053), (0.1, 0.16045), (0.25, 0.16029)),
    *((0.5, 0.16007), (0.75, 0.15980), (1.0, 0.15949)),
)
"""Share of a sum's inputs that the other sum has too, published threshold."""

SUBSETS = ((0.05, 0.02885), (0.1, 0.07582), (0.25, 0.1600), (0.5, 0.002221))
"""Share of the inputs in a sum, published threshold."""


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [_hidden_sizes(), _ranges(), _input_sizes(), _overlaps(), _subsets()]


def _hidden_sizes() -> Experiment:
    return _experiment(
        "fig3-hidden-size",
        "The product of two sums, with 2 to 10 hidden units",
        "Figure 3",
        problems=[_hidden_size_problem(size) for size in HIDDEN_SIZES],
        note="2,700 runs of 5,000,000 steps. Expected success of the NMU: 1 to 0.59.",
    )


def _ranges() -> Experiment:
    return _experiment(
        "fig3-range",
        "The product of two sums, trained on seven ranges",
        "Figure 3",
        problems=[_range_problem(*row) for row in RANGES],
        note=(
            "2,100 runs of 5,000,000 steps. Expected success of the NMU: 0.78 to 1, but 0 on "
            "[1.1,1.2), where no model succeeds."
        ),
    )


def _input_sizes() -> Experiment:
    return _experiment(
        "input-size",
        "The product of two sums of 4 to 300 inputs",
        "Appendix C.4",
        problems=[_input_size_problem(size, threshold) for size, threshold in INPUT_SIZES],
        note=(
            "4,200 runs of 9,285,714 steps on average: 5 million up to 100 inputs, 10 million "
            "up to 200, then 15 million, of which only the last 5000 evaluations can be "
            "selected. Expected success of the NMU: 0.78 to 1."
        ),
    )


def _overlaps() -> Experiment:
    return _experiment(
        "overlap",
        "The product of two sums that share some inputs",
        "Appendix C.4",
        problems=[_overlap_problem(ratio, threshold) for ratio, threshold in OVERLAPS],
        note=(
            "1,800 runs of 5,000,000 steps. Expected success of the NMU: 1, but 0.72 at "
            "overlap 0.75."
        ),
    )


def _subsets() -> Experiment:
    return _experiment(
        "subset",
        "The product of two sums of 5 to 50 of 100 inputs",
        "Appendix C.4",
        problems=[_subset_problem(ratio, threshold) for ratio, threshold in SUBSETS],
        note="1,200 runs of 5,000,000 steps. Expected success of the NMU: 1, 1, 1 and 0.84.",
    )


def on_all(problems: Sequence[Problem]) -> tuple[Setting, ...]:
    """Return the settings of every model of products on every problem."""
    return tuple(problem.setting(model) for model in PRODUCT_MODELS for problem in problems)


def _experiment(
    what: str, title: str, source: str, *, problems: Sequence[Problem], note: str
) -> Experiment:
    return Experiment(
        name=f"madsen2020/{what}",
        title=title,
        source=source,
        settings=on_all(problems),
        seeds=50,
        note=f"{note} {OFF_BY_ONE}",
    )


def _hidden_size_problem(size: int) -> Problem:
    return Problem(
        task=sums_of_inputs(),
        threshold=THRESHOLDS[Operation.MUL],
        hidden=size,
        parameter=Parameter(name="hidden size", value=size),
    )


def _range_problem(interpolation: str, extrapolation: str, threshold: float) -> Problem:
    return Problem(
        task=sums_of_inputs(),
        threshold=threshold,
        interpolation=Range.parse(interpolation),
        extrapolation=Range.parse(extrapolation),
    )


def _input_size_problem(size: int, threshold: float) -> Problem:
    millions = 5 if size <= 100 else 10 if size <= 200 else 15
    return Problem(
        task=sums_of_inputs(inputs=size),
        threshold=threshold,
        iterations=millions * 1_000_000,
        parameter=Parameter(name="input size", value=size),
    )


def _overlap_problem(ratio: float, threshold: float) -> Problem:
    return Problem(
        task=sums_of_inputs(overlap=ratio),
        threshold=threshold,
        parameter=Parameter(name="overlap", value=ratio),
    )


def _subset_problem(ratio: float, threshold: float) -> Problem:
    return Problem(
        task=sums_of_inputs(subset=ratio),
        threshold=threshold,
        parameter=Parameter(name="subset", value=ratio),
    )
