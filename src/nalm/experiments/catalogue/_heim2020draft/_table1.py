"""Table 1: four functions of two numbers, with L1 regularisation of the NPU."""

from nalm.experiments._experiment import Experiment
from nalm.experiments.catalogue._heim2020._errors import GridErrors
from nalm.experiments.catalogue._heim2020._simple import (
    DENSE_MODEL,
    INTERPOLATION,
    NALU_MODEL,
    NMU_MODEL,
    NPU_MODEL,
    SEEDS,
)
from nalm.training import Constant, L1Norm, Penalty

L1 = Penalty(measure=L1Norm(), schedule=Constant(value=1e-5))


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    others = (NALU_MODEL, NMU_MODEL, DENSE_MODEL)
    return [
        Experiment(
            name="heim2020draft/table1",
            title="Sum, product, quotient and root of two numbers, the NPU with L1 regularisation",
            source="Table 1",
            settings=(
                NPU_MODEL.on(INTERPOLATION, penalties=(L1,)),
                *(model.on(INTERPOLATION) for model in others),
            ),
            seeds=SEEDS,
            measurements=(GridErrors(),),
            note=(
                "80 runs of 20,000 steps. The caption (layers of 2 by 2, inputs from U(-2, 2), "
                "the task (xy, x/y)) does not belong to the table: its numbers come from the "
                "networks and inputs of heim2020/table-a2 with 1e-5 |θ|₁ for the NPU; NALU, NMU "
                "and Dense are the runs of that table. Expected means: NPU 0.183, 0.34, 0.216, "
                "0.028."
            ),
        )
    ]
