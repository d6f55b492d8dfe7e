"""The models of the arithmetic dataset: two layers, `inputs` → `hidden` → 1."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from torch import nn

from nalm.networks import stack
from nalm.training import LinearRamp, Penalty, Recipe, UnitPenalty
from nalm.units import (
    NAC,
    NALU,
    NAU,
    NMU,
    Activation,
    Dense,
    GatedNAUNMU,
    NACMul,
    NACMulNMU,
    NACMulSigmoid,
)

ITERATIONS = 5_000_000

RAMP = LinearRamp(scale=10.0, start=1e6, end=2e6)
"""Weight of the sparsity regulariser of every model but the NAU."""

NAU_RAMP = LinearRamp(scale=0.01, start=5e3, end=5e4)
"""Weight of the NAU's own regulariser, where the whole model is of NAUs."""


@dataclass(frozen=True, kw_only=True)
class Model:
    """A row of a table.

    Args:
        unit: The table's name.
        first: Builds the first layer from numbers of inputs and outputs.
        second: Builds the second layer.
        ramp: Weight of the sparsity regulariser over the steps.
    """

    unit: str
    first: Callable[[int, int], nn.Module]
    second: Callable[[int, int], nn.Module]
    ramp: LinearRamp = RAMP

    def network(self, inputs: int = 100, *, hidden: int = 2) -> Callable[[], nn.Module]:
        """Describe the network."""
        return partial(stack, partial(self.first, inputs, hidden), partial(self.second, hidden, 1))

    def recipe(self, iterations: int = ITERATIONS) -> Recipe:
        """Return how the model trains: Adam with rate 1e-3 on batches of 128."""
        penalty = Penalty(measure=UnitPenalty(), schedule=self.ramp)
        return Recipe(iterations=iterations, penalties=(penalty,))


def _dense(unit: str, activation: Activation) -> Model:
    """Return a model with an activation after its first layer; the second one is linear."""
    return Model(unit=unit, first=partial(Dense, activation=activation), second=Dense)


NAC_SUM = Model(unit="NAC+", first=NAC, second=NAC)
NAC_PRODUCT = Model(unit="NAC•", first=NAC, second=NACMul)
NAC_SIGMOID = Model(unit="NAC•,σ", first=NAC, second=NACMulSigmoid)
NAC_NMU = Model(unit="NAC•,NMU", first=NAU, second=NACMulNMU)
NALU_MODEL = Model(unit="NALU", first=NALU, second=NALU)
NAU_MODEL = Model(unit="NAU", first=NAU, second=NAU, ramp=NAU_RAMP)
NMU_MODEL = Model(unit="NMU", first=NAU, second=NMU)
GATED_MODEL = Model(unit="Gated NAU/NMU", first=GatedNAUNMU, second=GatedNAUNMU)
DENSE_MODELS = (
    Model(unit="Linear", first=Dense, second=Dense),
    _dense("ReLU", Activation.RELU),
    _dense("ReLU6", Activation.RELU6),
)

PRODUCT_MODELS = (NMU_MODEL, NAC_PRODUCT, NAC_SIGMOID, NAC_NMU, NALU_MODEL, GATED_MODEL)
"""The models that the parameters of the multiplication task are studied with."""

ALL_MODELS = (*PRODUCT_MODELS, NAU_MODEL, NAC_SUM, *DENSE_MODELS)
