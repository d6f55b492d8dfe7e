"""The networks of the sequential digit tasks: one accumulator after an image network."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from torch import nn

from nalm.networks import (
    LSTM,
    DigitNetwork,
    Recurrence,
    RunningProduct,
    RunningSum,
    SequenceReader,
    SmallDigitNetwork,
)
from nalm.tasks import DigitSource
from nalm.training import Constant, Penalty, UsedInputs
from nalm.units import NAC, NALU, NAU, NMU, NACMul, NACMulNMU, NACMulSigmoid

REFERENCE = "Reference"
"""The accumulator that is already solved: only the image network learns."""

USED_INPUTS = Penalty(measure=UsedInputs(), schedule=Constant(value=1.0))
"""R_z with the paper's λ_z."""


@dataclass(frozen=True, kw_only=True)
class Accumulating:
    """A row of a table of the sequential tasks.

    Args:
        unit: The table's name.
        sequence: Builds what reads the sequence, from the numbers read per image.
        penalties: What its loss has besides the sparsity regulariser.
    """

    unit: str
    sequence: Callable[[int], Callable[[], nn.Module]]
    penalties: tuple[Penalty, ...] = ()

    def network(self, source: DigitSource, *, outputs: int = 1) -> Callable[[], nn.Module]:
        """Describe the network for images of a source."""
        image = DigitNetwork if source is DigitSource.MNIST else SmallDigitNetwork
        return partial(
            SequenceReader,
            image=partial(image, outputs),
            sequence=self.sequence(outputs),
            side=source.side,
        )


def _product(unit: Callable[..., nn.Module]) -> Callable[[int], Callable[[], nn.Module]]:
    return lambda outputs: partial(Recurrence, partial(unit, outputs + 1, 1), start=1.0)


def _sum(unit: Callable[..., nn.Module]) -> Callable[[int], Callable[[], nn.Module]]:
    return lambda outputs: partial(Recurrence, partial(unit, outputs + 1, 1))


def _lstm(outputs: int) -> Callable[[], nn.Module]:
    return partial(LSTM, outputs)


PRODUCTS = (
    Accumulating(unit=REFERENCE, sequence=lambda _: RunningProduct),
    Accumulating(unit="NMU, R_z", sequence=_product(NMU), penalties=(USED_INPUTS,)),
    Accumulating(unit="NMU", sequence=_product(NMU)),
    Accumulating(unit="NAC•,NMU, R_z", sequence=_product(NACMulNMU), penalties=(USED_INPUTS,)),
    Accumulating(unit="NAC•,NMU", sequence=_product(NACMulNMU)),
    Accumulating(unit="NAC•,σ", sequence=_product(NACMulSigmoid)),
    Accumulating(unit="NAC•", sequence=_product(NACMul)),
    Accumulating(unit="NALU", sequence=_sum(NALU)),
    Accumulating(unit="LSTM", sequence=_lstm),
)
"""NALU and LSTM start from 0, for products too."""

SUMS = (
    Accumulating(unit=REFERENCE, sequence=lambda _: RunningSum),
    Accumulating(unit="NAU, R_z", sequence=_sum(NAU), penalties=(USED_INPUTS,)),
    Accumulating(unit="NAU", sequence=_sum(NAU)),
    Accumulating(unit="NAC+, R_z", sequence=_sum(NAC), penalties=(USED_INPUTS,)),
    Accumulating(unit="NAC+", sequence=_sum(NAC)),
    Accumulating(unit="NALU", sequence=_sum(NALU)),
    Accumulating(unit="LSTM", sequence=_lstm),
)
