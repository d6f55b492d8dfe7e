"""The four models of the comparison, from the same initial distributions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from torch import nn

from nalm.networks import Initial, Normal, stack, tied
from nalm.units import INALU, NALU, INALUInit, NALUGate


@dataclass(frozen=True, kw_only=True)
class Start:
    """Normal distributions of the initial parameters.

    Args:
        gate, w_hat, m_hat: Their means.
        deviation: Standard deviation of all.
    """

    gate: float = 0.0
    w_hat: float = 1.0
    m_hat: float = -1.0
    deviation: float = 0.1

    def initial(self) -> tuple[Initial, ...]:
        """Return what `stack` applies; the names fit all four models."""
        means = {"*w_hat*": self.w_hat, "*m_hat*": self.m_hat, "*gate": self.gate}
        return tuple(
            Initial(parameters=name, draw=Normal(mean=mean, deviation=self.deviation))
            for name, mean in means.items()
        )

    def __str__(self) -> str:
        """Return the four numbers in the paper's order of rank."""
        means = f"g {self.gate:g}, m {self.m_hat:g}, w {self.w_hat:g}"
        return f"{means}, sd {self.deviation:g}"


@dataclass(frozen=True, kw_only=True)
class Model:
    """A row of a table.

    Args:
        unit: Its name.
        layer: Builds a layer from numbers of inputs and outputs.
        shared: Whether the layer is an iNALU whose paths share their weights.
    """

    unit: str
    layer: Callable[[int, int], nn.Module]
    shared: bool = False

    def network(self, *sizes: int, start: Start | None = None) -> Callable[[], nn.Module]:
        """Describe the network with these sizes, from the inputs to the outputs."""
        layers = [partial(self.layer, *sizes[k : k + 2]) for k in range(len(sizes) - 1)]
        network = partial(stack, *layers, initial=(start or Start()).initial())
        return partial(tied, network, ties=tuple(_ties(len(layers)))) if self.shared else network


def _ties(layers: int) -> Iterator[tuple[str, str]]:
    for k in range(layers):
        for hat in ("w_hat", "m_hat"):
            yield f"{k}.{hat}_mul", f"{k}.{hat}_add"


_INALU = partial(INALU, init=INALUInit.SCHLOER)

NALU_MATRIX = Model(unit="NALU (m)", layer=NALU)
NALU_VECTOR = Model(unit="NALU (v)", layer=partial(NALU, selection=NALUGate.VECTOR))
INALU_SHARED = Model(unit="iNALU (sw)", layer=_INALU, shared=True)
INALU_INDEPENDENT = Model(unit="iNALU (iw)", layer=_INALU)

MODELS = (NALU_MATRIX, NALU_VECTOR, INALU_SHARED, INALU_INDEPENDENT)
