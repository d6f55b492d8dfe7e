"""Division: the published protocol, fresh seeds, few steps, many inputs, mixed signs."""

from nalm.experiments._experiment import Experiment
from nalm.experiments._parameter import Parameter
from nalm.experiments.catalogue._mistry2021division._models import (
    BASELINE,
    NO_REDUNDANCY,
    REDUNDANCY,
    dividing_units,
    nmru,
    real_npu,
)
from nalm.experiments.catalogue._nalm2026spu._models import on_ranges, redundant, spu
from nalm.tasks import MIXED_SIGN_RANGES, Operation

STEPS = (1_000, 2_000, 3_000, 5_000, 10_000, 20_000)
"""Lengths of training, up to a fifth of the published one."""


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [*_published_protocol(), _mixed_signs(), *_shorter_training()]


def _published_protocol() -> list[Experiment]:
    return [
        Experiment(
            name="nalm2026spu/division",
            title="Division with redundancy (10 inputs), 100 seeds of every unit",
            source="Figure 6 of Learning Division, beside the SPU",
            settings=on_ranges(
                [
                    spu(REDUNDANCY),
                    *dividing_units(REDUNDANCY),
                    real_npu(REDUNDANCY, "Real NPU (baseline)", BASELINE),
                ]
            ),
            seeds=100,
            note=(
                "4,500 runs of 100,000 steps. Published mean success over the ranges, 25 seeds: "
                "NMRU 0.916, Real NPU (modified) 0.853, Real NPU (baseline) 0.702. That of the SPU "
                "is ours alone."
            ),
        ),
        Experiment(
            name="nalm2026spu/division-no-redundancy",
            title="Division without redundancy (2 inputs)",
            source="Figure 3 of Learning Division, beside the SPU",
            settings=on_ranges([spu(NO_REDUNDANCY), *dividing_units(NO_REDUNDANCY)]),
            note="900 runs of 50,000 steps. Published: NRU and NMRU 1 on all ranges.",
        ),
    ]


def _mixed_signs() -> Experiment:
    return Experiment(
        name="nalm2026spu/mixed-signs",
        title="Division of numbers of different signs (10 inputs) by the SPU and the paper's units",
        source="Figure 4 of Learning Division and its code, beside the SPU",
        settings=tuple(
            setting
            for dataset, pair in MIXED_SIGN_RANGES.items()
            for setting in on_ranges(
                [spu(REDUNDANCY), *dividing_units(REDUNDANCY)],
                ranges=[pair],
                parameter=Parameter(name="dataset", value=dataset),
            )
        ),
        note="500 runs of 100,000 steps. The paper shows two inputs only.",
    )


def _shorter_training() -> list[Experiment]:
    quick = redundant(Operation.DIV, iterations=20_000)
    many = redundant(Operation.DIV, in_features=100, iterations=20_000)
    return [
        Experiment(
            name="nalm2026spu/fresh-seeds",
            title="Division with redundancy on seeds that had no part in the design",
            source="this project",
            settings=on_ranges([spu(quick), nmru(quick)]),
            seeds=100,
            first_seed=2000,
            note="1,800 runs of 20,000 steps.",
        ),
        Experiment(
            name="nalm2026spu/steps",
            title="Division with redundancy in few steps",
            source="this project",
            settings=tuple(
                setting
                for steps in STEPS
                for setup in [redundant(Operation.DIV, iterations=steps)]
                for setting in on_ranges(
                    [spu(setup), nmru(setup)], parameter=Parameter(name="steps", value=steps)
                )
            ),
            note="2,700 runs, six lengths. The penalty grows from half to three quarters of them.",
        ),
        Experiment(
            name="nalm2026spu/100-inputs",
            title="Division of two of 100 inputs",
            source="this project",
            settings=on_ranges([spu(many), nmru(many)]),
            note="450 runs of 20,000 steps.",
        ),
    ]
