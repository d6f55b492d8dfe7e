"""The simple arithmetic task: the tables of appendix A.2 (section 4.2)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import torch
from torch import nn

from nalm.experiments._experiment import Experiment
from nalm.experiments._setting import Setting
from nalm.experiments.catalogue._heim2020._errors import GridErrors
from nalm.experiments.catalogue._heim2020._models import (
    NPU_NETWORK,
    REAL_NPU_NETWORK,
    dense_network,
    inalu_network,
    nalu_network,
    nmu_network,
    rmsprop,
)
from nalm.networks import stack
from nalm.tasks import Operation, OperationsTask, Range
from nalm.training import (
    Adam,
    OnceFitted,
    Optimizer,
    Penalty,
    PlateauRestart,
    Recipe,
    RMSprop,
    UnitPenalty,
    Value,
)
from nalm.units import INALU, INALUInit

OPERATIONS = OperationsTask(
    operations=(Operation.ADD, Operation.MUL, Operation.DIV, Operation.ROOT)
)
"""(x + y, x y, x / y, √x)."""

SIZES = (2, 6, 4)
BATCH_SIZE = 100
ITERATIONS = 20_000
SEEDS = 20

INTERPOLATION = Range.interval(0.1, 2.1)
PRINTED_INTERPOLATION = Range.interval(0.1, 2.0)
EXTRAPOLATION = Range.interval(0.1, 4.0)
"""Where all four functions are defined; the table's own grids are in its measurement."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A column of the table.

    Args:
        unit: The table's name.
        network: Builds the network.
        optimizer: The update rule of the published runs.
        dtype: Precision.
    """

    unit: str
    network: Callable[[], nn.Module]
    optimizer: Optimizer
    dtype: torch.dtype = torch.float32

    def on(
        self,
        interpolation: Range,
        *,
        optimizer: Optimizer | None = None,
        penalties: tuple[Penalty, ...] = (),
    ) -> Setting:
        """Return the setting of this model.

        Args:
            interpolation: Range of the training inputs.
            optimizer: Another update rule than the model's own.
            penalties: What is added to the loss.
        """
        return Setting(
            unit=self.unit,
            network=self.network,
            task=OPERATIONS,
            interpolation=interpolation,
            extrapolation=EXTRAPOLATION,
            recipe=Recipe(
                iterations=ITERATIONS,
                batch_size=BATCH_SIZE,
                optimizer=optimizer or self.optimizer,
                penalties=penalties,
                dtype=self.dtype,
            ),
        )


ADAM = Adam(learning_rate=5e-3)

NPU_MODEL = Model(unit="NPU", network=NPU_NETWORK(SIZES), optimizer=ADAM)
REAL_NPU_MODEL = Model(unit="RealNPU", network=REAL_NPU_NETWORK(SIZES), optimizer=ADAM)
NMU_MODEL = Model(unit="NMU", network=nmu_network(SIZES), optimizer=ADAM)
NALU_MODEL = Model(
    unit="NALU", network=nalu_network(SIZES), optimizer=rmsprop(5e-3), dtype=torch.float64
)
INALU_MODEL = Model(unit="iNALU", network=inalu_network(SIZES), optimizer=rmsprop(1e-3))
DENSE_MODEL = Model(unit="Dense", network=dense_network((2, 10, 4)), optimizer=ADAM)

MODELS = (NPU_MODEL, REAL_NPU_MODEL, NMU_MODEL, NALU_MODEL, INALU_MODEL, DENSE_MODEL)

TABLE_A2 = Experiment(
    name="heim2020/table-a2",
    title="Sum, product, quotient and root of two numbers by one network, all models",
    source="Table A2, section 4.2",
    settings=tuple(model.on(INTERPOLATION) for model in MODELS),
    seeds=SEEDS,
    measurements=(GridErrors(),),
    note=(
        "120 runs of 20,000 steps, with the settings of the code behind the table: Adam 5e-3 "
        "(RMSprop 5e-3 for the NALU, 1e-3 for the iNALU), inputs from U(0.1, 2.1), a linear "
        "layer for the NAU, no regulariser. The iNALU is the code's, with a gate that depends on "
        "the inputs and without reinitialisation. NPU and RealNPU are one model here: inputs are "
        "positive and W_i starts at 0, where it has no gradient. The table says median and MAD, "
        "its script computed mean and standard error. Expected: the two power units best but for "
        "the product, where the NMU is; NMU 11.40 on the quotient and 0.160 on the root."
    ),
)


REFERENCE_INALU = Setting(
    unit="iNALU (Schlör et al.)",
    network=partial(
        stack,
        partial(INALU, 2, 6, init=INALUInit.SCHLOER),
        partial(INALU, 6, 4, init=INALUInit.SCHLOER),
    ),
    task=OPERATIONS,
    interpolation=INTERPOLATION,
    extrapolation=EXTRAPOLATION,
    recipe=Recipe(
        iterations=ITERATIONS,
        batch_size=BATCH_SIZE,
        optimizer=RMSprop(learning_rate=1e-2, alpha=0.9, epsilon=1e-10),
        penalties=(
            Penalty(
                measure=UnitPenalty(), schedule=OnceFitted(value=0.05, after=10_000.0, below=1.0)
            ),
        ),
        clipping=(Value(limit=0.1),),
        restart=PlateauRestart(),
    ),
)
"""The iNALU as its own paper trains it, without its alternating updates."""


def experiments() -> list[Experiment]:
    """List the experiments of this file."""
    adam = Adam(learning_rate=1e-3)
    return [
        TABLE_A2,
        Experiment(
            name="heim2020/table-a2-paper",
            title="The same with the settings that the paper prints",
            source="Section 4.2, Table A3",
            settings=tuple(model.on(PRINTED_INTERPOLATION, optimizer=adam) for model in MODELS),
            seeds=SEEDS,
            measurements=(GridErrors(),),
            note=(
                "120 runs of 20,000 steps: Adam 1e-3 for every model, inputs from U(0.1, 2). The "
                "networks are those of heim2020/table-a2; Table A3 prints the layers in the "
                "other order and two outputs, which cannot be."
            ),
        ),
        Experiment(
            name="heim2020/table-a2-inalu",
            title="The same with the iNALU of its own paper",
            source="Table A2, section 4.2",
            settings=(INALU_MODEL.on(INTERPOLATION), REFERENCE_INALU),
            seeds=SEEDS,
            measurements=(GridErrors(),),
            note=(
                "40 runs of 20,000 steps. The iNALU of Table A2 has a gate that depends on the "
                "inputs and none of the training of Schlör, Ring and Hotho; here it is beside "
                "theirs: free gate, their initial values, clipped gradients, regulariser and "
                "reinitialisation, without the alternation of the updates."
            ),
        ),
    ]
