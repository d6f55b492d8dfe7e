"""How long training takes, and how to say it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nalm.experiments import Experiment, Setting

MICROSECONDS = {
    "nmru": 3.0,
    "nru": 3.0,
    "realnpu": 3.0,
    "npu": 6.0,
    "nau": 1.5,
    "nmu": 1.5,
    "inalu": 6.0,
    "nalu": 4.0,
    "nac": 2.0,
}
"""Time of one optimiser step of one run per input element, by unit; two cores, batches of 128."""

OTHER_MICROSECONDS = 3.0

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
    return experiment.seeds * sum((_seconds(s) for s in experiment.settings), start=0.0)


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


def _seconds(setting: "Setting") -> float:
    from nalm.reports import unit_key

    name = unit_key(setting.unit)
    # The longest name first: "nmru" holds "nru".
    known = (each for each in sorted(MICROSECONDS, key=len, reverse=True) if each in name)
    cost = MICROSECONDS.get(next(known, ""), OTHER_MICROSECONDS)
    return cost * 1e-6 * setting.task.in_features * setting.recipe.iterations
