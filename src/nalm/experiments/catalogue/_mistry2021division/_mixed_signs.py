"""Figure 4: numerator and denominator of different signs (section 6.1.1)."""

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._mistry2021division._models import (
    MODIFIED,
    NO_REDUNDANCY,
    REDUNDANCY,
    Model,
    dividing_units,
    nmru,
    nru,
    real_npu,
)
from nalm.tasks import MIXED_SIGN_RANGES


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        _experiment(
            "fig4",
            "Division of numbers of different signs, datasets 1 to 5",
            "Figure 4, section 6.1.1",
            [real_npu(NO_REDUNDANCY, "Real NPU (modified)", MODIFIED)],
            note=(
                "125 runs of 50,000 steps. Expected: a struggle on all five datasets; solved "
                "earlier where the denominator is positive (datasets 1 and 2) than where it is "
                "negative (4 and 5)."
            ),
        ),
        _experiment(
            "fig4-nru-nmru",
            "Division of numbers of different signs by the NRU and the NMRU",
            "published code; not in the paper",
            [nru(NO_REDUNDANCY), nmru(NO_REDUNDANCY)],
            note="250 runs of 50,000 steps.",
        ),
        _experiment(
            "fig4-redundancy",
            "Division of numbers of different signs with redundancy (10 inputs)",
            "published code; not in the paper",
            dividing_units(REDUNDANCY),
            note=(
                "375 runs of 100,000 steps. The first five inputs have the numerator's range and "
                "the last five the denominator's, so the operands differ in their range only for "
                "the seeds whose operands are the fifth and the sixth input."
            ),
        ),
    ]


def _experiment(
    what: str, title: str, source: str, models: list[Model], *, note: str
) -> Experiment:
    return Experiment(
        name=f"mistry2021division/{what}",
        title=title,
        source=source,
        settings=tuple(m.on(ranges) for m in models for ranges in MIXED_SIGN_RANGES.values()),
        note=note,
    )
