"""How long training takes, and how to say it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nalm.experiments import Experiment

COSTS = {
    "nmru": (0.35, 0.14),
    "nru": (0.30, 0.26),
    "realnpu": (0.20, 0.17),
    "npu": (0.30, 0.30),
    "inalu": (0.60, 0.60),
    "gnalu": (0.40, 0.40),
    "nalu": (0.40, 0.40),
    "nac": (0.20, 0.20),
    "nau": (0.15, 0.055),
    "nmu": (0.15, 0.075),
}
"""µs of a run-step, and of each of its inputs: batches of 128, two cores (docs/performance.md)."""

OTHER_COST = (0.40, 0.40)
STEP_MICROSECONDS = 20.0
"""Cost of a step of a cohort, however few runs it has."""
COHORT_SECONDS = 7.0
"""Compilation and set-up of a cohort of a kind that was not seen before."""

_UNITS = ((86400, 3600, "d", "h"), (3600, 60, "h", "min"), (60, 1, "min", "s"))


def estimate_seconds(experiment: "Experiment") -> float:
    """Estimate how long it takes to train an experiment from nothing on a machine like ours.

    Args:
        experiment: What to train.

    Returns:
        Seconds; right within a factor of about two.

    Example:
        >>> from nalm.experiments import Experiment
        >>> estimate_seconds(Experiment(name="p/w", title="", source="", settings=()))
        0.0
    """
    from nalm.experiments import plan

    names = {setting.run(0).key: setting.unit for setting in experiment.settings}
    seconds, kinds = 0.0, set[object]()
    for cohort in plan([setting.run(0) for setting in experiment.settings], set()):
        first = cohort.runs[0]
        runs = experiment.seeds * len(cohort.runs)
        fixed, each_input = _cost(names[first.key])
        step = STEP_MICROSECONDS + runs * (fixed + each_input * first.task.in_features)
        seconds += step * 1e-6 * first.recipe.iterations
        kinds.add(first.signature)
    return seconds + COHORT_SECONDS * len(kinds)


def duration(seconds: float) -> str:
    """Write a duration with one or two units.

    Args:
        seconds: Not negative.

    Returns:
        Text such as ``3 min 20 s``.

    Example:
        >>> duration(8), duration(200), duration(5400), duration(200000)
        ('8 s', '3 min 20 s', '1 h 30 min', '2 d 7 h')
    """
    whole = round(seconds)
    for size, part, large, small in _UNITS:
        if whole >= size:
            rest = whole % size // part
            return f"{whole // size} {large}" + (f" {rest} {small}" if rest else "")
    return f"{whole} s"


def _cost(unit: str) -> tuple[float, float]:
    from nalm.reports import unit_key

    name = unit_key(unit)
    # The longest name first: "nmru" holds "nru".
    known = (each for each in sorted(COSTS, key=len, reverse=True) if each in name)
    return COSTS.get(next(known, ""), OTHER_COST)
