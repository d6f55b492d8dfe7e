"""Division of numbers that are not uniform on a narrow range, from the published code."""

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._mistry2021division._main_results import models
from nalm.experiments.catalogue._mistry2021division._models import (
    NO_REDUNDANCY,
    REDUNDANCY,
    Setup,
)
from nalm.tasks import Benford, Range, RangePair, TruncatedNormal


def _normal(mean: float, deviation: float, low: float, high: float) -> TruncatedNormal:
    return TruncatedNormal(mean=mean, standard_deviation=deviation, low=low, high=high)


DISTRIBUTIONS = (
    RangePair(Benford(digits=2), Benford(digits=3)),
    RangePair(_normal(-1.0, 3.0, -5.0, 10.0), _normal(-10.0, 3.0, -15.0, -5.0)),
    RangePair(_normal(1.0, 3.0, -10.0, 5.0), _normal(10.0, 3.0, 5.0, 15.0)),
    RangePair(_normal(0.0, 1.0, -5.0, 5.0), _normal(10.0, 1.0, 5.0, 15.0)),
    RangePair(Range.interval(-50.0, 50.0), Range.union((-100.0, -50.0), (50.0, 100.0))),
    RangePair(Range.interval(-100.0, 100.0), Range.union((-200.0, -100.0), (100.0, 200.0))),
)
"""Interpolation and extrapolation distributions."""


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        _experiment("distributions", "Division on other distributions (2 inputs)", NO_REDUNDANCY),
        _experiment(
            "distributions-redundancy",
            "Division on other distributions with redundancy (10 inputs)",
            REDUNDANCY,
            note=(
                "On Benford's law the gradient of the NMRU overflows in single precision, clipping "
                "scales it to 0, and the unit stays where it starts."
            ),
        ),
    ]


def _experiment(what: str, title: str, setup: Setup, *, note: str = "") -> Experiment:
    return Experiment(
        name=f"mistry2021division/{what}",
        title=title,
        source="published code; not in the paper",
        settings=tuple(model.on(pair) for model in models(setup) for pair in DISTRIBUTIONS),
        note=(
            f"600 runs of {setup.iterations:,} steps: Benford's law, truncated normal "
            f"distributions and wide uniform ranges around zero. {note}"
        ).strip(),
    )
