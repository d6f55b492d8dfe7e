"""Piecewise functions: a comparison chooses one of two linear pieces."""

from functools import cache, partial

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._faber2023nsr._magnitudes import (
    ErrorByMagnitude,
    Magnitude,
    all_points,
    pairs,
    with_others,
)
from nalm.experiments.catalogue._faber2023nsr._models import Factory, baselines, nsr, recipe
from nalm.networks import Conditional
from nalm.tasks import ComparedIntegers, Comparison, PiecewiseTask, Points
from nalm.units import NAC, NAU

INPUTS = 5
ROWS = 4_000
ITERATIONS = 500_000
THRESHOLD = 0.01
REDUNDANCIES = range(1, 16)
POWERS = range(3, 15)
CONDITIONS = (Comparison.GREATER, Comparison.EQUAL)

BRANCHES: dict[str, Factory] = {"NALU": partial(NAC, INPUTS, 1), "NAU": partial(NAU, INPUTS, 1)}
"""In the code the NALU of a branch has its additive path alone, which is a NAC."""

SOLVED = (
    "A run counts as solved below a mean squared error of 0.01 on 2^3 to 2^14, a threshold of "
    "this catalogue."
)


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [_functions(), _as_the_code(), _redundancy()]


def _functions() -> Experiment:
    conditions = {"NSR": nsr(INPUTS), **baselines(INPUTS)}
    return Experiment(
        name="faber2023nsr/functions",
        title="The function x₄ + 4 if a comparison holds and x₃ - x₂ if not, tested up to 2^14",
        source="table of piecewise functions",
        settings=tuple(
            _setting(f"{unit}, {branch}", condition, branch, comparison)
            for comparison in CONDITIONS
            for unit, condition in conditions.items()
            if unit != "NPU"
            for branch in BRANCHES
        ),
        seeds=10,
        note=(
            "160 runs of 500,000 steps. A unit's name is that of the condition and that of the two "
            f"branches. The published table is not packaged. {SOLVED}"
        ),
        measurements=_measurements(),
    )


def _as_the_code() -> Experiment:
    return Experiment(
        name="faber2023nsr/functions-code",
        title="The piecewise functions with an NSR as the public code has it",
        source="public code",
        settings=tuple(
            _setting("NSR, NAU", nsr(INPUTS, redundancy=1), "NAU", comparison)
            for comparison in CONDITIONS
        ),
        seeds=10,
        note=(
            "20 runs of 500,000 steps. The code sets the redundancy to 1 whatever it is asked for. "
            f"{SOLVED}"
        ),
        measurements=_measurements(),
    )


def _redundancy() -> Experiment:
    return Experiment(
        name="faber2023nsr/redundancy",
        title="Redundancy of the NSR from 1 to 15 on the piecewise functions",
        source="figure on redundancy",
        settings=tuple(
            _setting(
                "NSR, NALU",
                nsr(INPUTS, redundancy=redundancy),
                "NALU",
                comparison,
                parameter=Parameter(name="redundancy", value=redundancy),
            )
            for comparison in CONDITIONS
            for redundancy in REDUNDANCIES
        ),
        seeds=10,
        note=f"300 runs of 500,000 steps. Published as a figure only. {SOLVED}",
        measurements=_measurements(),
    )


def _measurements() -> tuple[ErrorByMagnitude, ...]:
    return (ErrorByMagnitude(tests=_tests),)


@cache
def _tests(comparison: Comparison) -> tuple[Magnitude, ...]:
    return with_others(pairs(comparison, base=2, powers=POWERS), count=INPUTS - 2, bound=100)


@cache
def _points(comparison: Comparison) -> Points:
    return all_points(_tests(comparison))


def _setting(
    unit: str,
    condition: Factory,
    branch: str,
    comparison: Comparison,
    *,
    parameter: Parameter | None = None,
) -> Setting:
    tests = _points(comparison)
    equal = 0.5 if comparison is Comparison.EQUAL else 0.0
    return Setting(
        unit=unit,
        network=partial(
            Conditional,
            condition=condition,
            then=BRANCHES[branch],
            otherwise=BRANCHES[branch],
        ),
        task=PiecewiseTask(comparison=comparison),
        interpolation=ComparedIntegers(low=-10.0, high=10.0, equal=equal),
        extrapolation=tests,
        recipe=recipe(iterations=ITERATIONS, rows=ROWS, test_rows=len(tests.values), fixed=True),
        threshold=THRESHOLD,
        parameter=parameter,
    )
