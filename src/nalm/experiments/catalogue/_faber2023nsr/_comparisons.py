"""Comparisons of two numbers: trained on digits, tested up to 10¹⁸."""

from functools import cache, partial
from itertools import product

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._faber2023nsr._magnitudes import (
    BALANCED,
    ErrorByMagnitude,
    all_points,
    pairs,
)
from nalm.experiments.catalogue._faber2023nsr._models import Factory, baselines, nsr, recipe
from nalm.tasks import Comparison, ComparisonTask, Points

DIGITS = range(1, 10)
TESTED, MEASURED = range(1, 15), range(1, 19)
"""Powers of ten of the test set, which the abstract claims, and of the measurement."""

THRESHOLD = 0.01
ITERATIONS = 50_000
CODE_FACTOR = 10_000.0

SCALES = (1e-3, 1e-2, 1e-1, 1.0, 10.0, 100.0, 1000.0)
DATA_SCALES = (*SCALES, 1e4, 1e5)

SOLVED = (
    "A run counts as solved below a mean squared error of 0.01 on 10^1 to 10^14, a threshold of "
    "this catalogue; beyond 10^16 neighbours are equal in double precision."
)


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [_comparisons(), _as_the_code(), _scaling()]


@cache
def training_pairs(*, scale: float = 1.0, balanced: bool) -> Points:
    """Return all pairs of digits; balanced, with each pair of equal ones eight times."""
    return Points(
        values=tuple(
            (a * scale, b * scale)
            for a, b in product(DIGITS, DIGITS)
            for _ in range(8 if balanced and a == b else 1)
        )
    )


def _comparisons() -> Experiment:
    models = {"NSR": nsr(), **baselines()}
    return Experiment(
        name="faber2023nsr/comparisons",
        title="Six comparisons of two digits, tested on numbers up to 10^18",
        source="first table; section on comparisons",
        settings=tuple(
            _setting(unit, network, ComparisonTask(comparison=comparison))
            for comparison in Comparison
            for unit, network in models.items()
        ),
        seeds=10,
        note=(
            "300 runs of 50,000 steps. The published table is not packaged. For = and ≠ the equal "
            "pairs are repeated, so that half of the labels are 1; the code draws as many unequal "
            f"ones. Baselines end in a dense layer with a sigmoid. {SOLVED}"
        ),
        measurements=_measurements(),
    )


def _as_the_code() -> Experiment:
    models = {"NSR": nsr(redundancy=1), "MLP": baselines()["MLP"]}
    return Experiment(
        name="faber2023nsr/comparisons-code",
        title="Comparisons as the public code trains them, with the first number times 10,000",
        source="public code",
        settings=tuple(
            _setting(unit, network, ComparisonTask(comparison=comparison, factor=CODE_FACTOR))
            for comparison in Comparison
            if comparison is not Comparison.GREATER_EQUAL
            for unit, network in models.items()
        ),
        seeds=10,
        note=(
            "100 runs of 50,000 steps. The code compares 10,000 x₀ with x₁, so that every label of "
            "a comparison is the same; it has no redundancy, and its ≥ is >. Its NALU adds σ and "
            "tanh instead of multiplying them and its NPU sees no sign: these are left out."
        ),
        measurements=_measurements(),
    )


def _scaling() -> Experiment:
    return Experiment(
        name="faber2023nsr/scaling",
        title="Scale of the NSR against scale of the data",
        source="figures on scaling for > and =",
        settings=tuple(
            _setting(
                "NSR",
                nsr(scale=scale),
                ComparisonTask(comparison=comparison),
                data_scale=data_scale,
                parameter=Parameter(name="scale", value=f"{scale:g} on data {data_scale:g}"),
            )
            for comparison in (Comparison.GREATER, Comparison.EQUAL)
            for scale in SCALES
            for data_scale in DATA_SCALES
        ),
        seeds=10,
        note=f"1,260 runs of 50,000 steps. Published as figures only. {SOLVED}",
    )


@cache
def _tests(comparison: Comparison, *, scale: float) -> Points:
    return all_points(pairs(comparison, base=10, powers=TESTED, scale=scale))


def _measurements() -> tuple[ErrorByMagnitude, ...]:
    return (ErrorByMagnitude(tests=partial(pairs, base=10, powers=MEASURED)),)


def _setting(
    unit: str,
    network: Factory,
    task: ComparisonTask,
    *,
    data_scale: float = 1.0,
    parameter: Parameter | None = None,
) -> Setting:
    points = training_pairs(scale=data_scale, balanced=task.comparison in BALANCED)
    tests = _tests(task.comparison, scale=data_scale)
    return Setting(
        unit=unit,
        network=network,
        task=task,
        interpolation=points,
        extrapolation=tests,
        recipe=recipe(iterations=ITERATIONS, rows=len(points.values), test_rows=len(tests.values)),
        threshold=THRESHOLD,
        parameter=parameter,
    )
