"""Figures 3 and 6: division without and with redundant inputs."""

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._mistry2021division._models import (
    BASELINE,
    NO_REDUNDANCY,
    REDUNDANCY,
    Model,
    Setup,
    dividing_units,
    on_all_ranges,
    real_npu,
)


def models(setup: Setup) -> list[Model]:
    """List the four models of both figures."""
    return [real_npu(setup, "Real NPU (baseline)", BASELINE), *dividing_units(setup)]


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    return [
        Experiment(
            name="mistry2021division/fig3",
            title="Division without redundancy (2 inputs): success, speed and sparsity",
            source="Figure 3, section 6.1",
            settings=on_all_ranges(models(NO_REDUNDANCY)),
            note=(
                "900 runs of 50,000 steps. Expected success: NRU and NMRU 1 on all ranges; Real "
                "NPU (modified) 1 on all but [-2,2), there 0.64; Real NPU (baseline) 1 on [1,2) "
                "only."
            ),
        ),
        Experiment(
            name="mistry2021division/fig6",
            title="Division with redundancy (10 inputs): success, speed and sparsity",
            source="Figure 6, section 6.3",
            settings=on_all_ranges(models(REDUNDANCY)),
            note=(
                "900 runs of 100,000 steps. Expected mean success over the ranges: Real NPU "
                "(baseline) 0.702, Real NPU (modified) 0.853, NMRU 0.916; NRU 0 on every negative "
                "range; on [-2,2) only the NMRU is ever successful."
            ),
        ),
    ]
