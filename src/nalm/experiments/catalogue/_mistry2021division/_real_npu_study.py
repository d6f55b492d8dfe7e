"""Figures 1 and 2: the modifications of the Real NPU, one after the other (section 5)."""

from dataclasses import replace

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._mistry2021division._models import (
    BASELINE,
    MODIFIED,
    NO_REDUNDANCY,
    PowerOptions,
    on_all_ranges,
    real_npu,
)
from nalm.training import GeometricGrowth, L1Norm, Penalty
from nalm.units import Clip, Discretise

L1_SCALES = (
    ("1e-11", "1e-9"),
    ("1e-9", "1e-7"),
    ("1e-8", "1e-6"),
    ("1e-7", "1e-5"),
    ("1e-5", "1e-3"),
    ("1e-3", "1e-1"),
    ("1e-1", "10"),
)
"""Start and end of the weight of the L1 norm, as the legend writes them."""

CLIPPED = replace(BASELINE, clip=Clip.BOTH)
DISCRETISED = replace(CLIPPED, discretise=Discretise.BOTH)


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [*_regularisation(), *_parameters()]


def _regularisation() -> list[Experiment]:
    return [
        _study(
            "fig1a",
            "Real NPU without and with L1 regularisation",
            {"no L1": replace(BASELINE, norm=None), "baseline": BASELINE},
            note=(
                "Expected: without L1 worse on five of nine ranges, slightly better on "
                "[-1.2,-1.1) and [1.1,1.2)."
            ),
        ),
        _study(
            "fig1b",
            "Real NPU with seven weights of the L1 regularisation",
            {f"L1 {start} to {end}": _l1(start, end) for start, end in L1_SCALES},
            note=(
                "Expected: 1e-9 to 1e-7 is the best, larger weights are worse. The text counts "
                "six ranges, the published code has seven."
            ),
        ),
    ]


def _parameters() -> list[Experiment]:
    return [
        _study(
            "fig2a",
            "Real NPU with clipped parameters",
            {
                "baseline": BASELINE,
                "clip gate": replace(BASELINE, clip=Clip.GATE),
                "clip weight": replace(BASELINE, clip=Clip.WEIGHT),
                "clip gate and weight": CLIPPED,
            },
            note=(
                "Expected: clipping the weight, with or without the gate, improves every range "
                "but [1,2), where the baseline has 1 already."
            ),
        ),
        _study(
            "fig2b",
            "Real NPU with discretised parameters, gate and weight clipped",
            {
                "no discretisation": CLIPPED,
                "discretise gate": replace(CLIPPED, discretise=Discretise.GATE),
                "discretise gate and weight": DISCRETISED,
            },
            note=(
                "Expected: discretising both is best, above all on [-0.2,-0.1); only on [10,20) "
                "none is better, by two seeds."
            ),
        ),
        _study(
            "fig2c",
            "Real NPU with a constrained initialisation, parameters clipped and discretised",
            {"Xavier initialisation": DISCRETISED, "constrained initialisation": MODIFIED},
            note="Expected: the constrained initialisation improves several ranges.",
        ),
    ]


def _study(what: str, title: str, variants: dict[str, PowerOptions], *, note: str) -> Experiment:
    models = [
        real_npu(NO_REDUNDANCY, f"Real NPU ({variant})", options)
        for variant, options in variants.items()
    ]
    return Experiment(
        name=f"mistry2021division/{what}",
        title=title,
        source=f"{what.replace('fig', 'Figure ')}, section 5",
        settings=on_all_ranges(models),
        note=f"{225 * len(models)} runs of 50,000 steps. {note}",
    )


def _l1(start: str, end: str) -> PowerOptions:
    growth = GeometricGrowth(start=float(start), end=float(end))
    return replace(BASELINE, norm=Penalty(measure=L1Norm(), schedule=growth))
