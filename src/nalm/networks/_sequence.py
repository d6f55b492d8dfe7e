"""Networks that read a whole sequence and answer once."""

from collections.abc import Callable
from typing import cast, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from nalm.networks._recurrence import LSTM


@final
class LastState(nn.Module):
    """Read a sequence of vectors and map the last state to the outputs.

    Args:
        sequence: Builds what reads (batch, steps, inputs) and gives (batch, steps, states).
        output: Builds what maps the last state to the outputs.
        inputs: Numbers in a vector.

    Shape:
        x: (batch, steps · inputs) to (batch, outputs).

    Example:
        >>> from functools import partial
        >>> import torch
        >>> from nalm import NAU, NMU
        >>> from nalm.networks import LastState, Recurrence
        >>> network = LastState(
        ...     sequence=partial(Recurrence, partial(NAU, 5, 2), states=2),
        ...     output=partial(NMU, 2, 1),
        ...     inputs=3,
        ... )
        >>> network(torch.zeros(4, 30)).shape
        torch.Size([4, 1])
    """

    def __init__(
        self, *, sequence: Callable[[], nn.Module], output: Callable[[], nn.Module], inputs: int
    ) -> None:
        super().__init__()
        self.sequence = sequence()
        self.output = output()
        self.inputs = inputs

    def forward(self, x: Float[Tensor, "batch inputs"]) -> Float[Tensor, "batch outputs"]:
        """Return the outputs after the last vector."""
        states = cast("Tensor", self.sequence(x.reshape(*x.shape[:-1], -1, self.inputs)))
        return cast("Tensor", self.output(states[..., -1, :]))


@final
class Translator(nn.Module):
    """Read the words of a number: an embedding, an LSTM, a linear layer, a unit that adds up.

    y_t = cell([A h_t + b; y_{t-1}]) with h the LSTM's state and y_0 = 0; y stays where the words
    end. Without A and b, no sum of h, which is within [-1, 1], could be more than 2 a word.

    Args:
        cell: Builds the unit, of ``width + 1`` inputs and one output.
        words: Size of the vocabulary; word 0 fills up.
        width: Length of an embedded word and of h.

    Shape:
        x: (batch, steps + 1) to (batch, 1): the words' indices, then the answer, which is not
        looked at.

    Example:
        >>> from functools import partial
        >>> import torch
        >>> from nalm import NAU
        >>> from nalm.networks import Translator
        >>> Translator(partial(NAU, 3, 1))(torch.zeros(4, 6)).tolist()  # no words
        [[0.0], [0.0], [0.0], [0.0]]

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, its code.
    """

    def __init__(self, cell: Callable[[], nn.Module], *, words: int = 30, width: int = 2) -> None:
        super().__init__()
        self.embedding = nn.Parameter(torch.randn(words, width))
        self.reader = LSTM(width, width)
        self.scale = nn.Linear(width, width)
        self.cell = cell()

    def forward(self, x: Float[Tensor, "batch inputs"]) -> Float[Tensor, "batch 1"]:
        """Return the unit's output after the last word."""
        words = x[..., :-1]
        vocabulary = torch.arange(len(self.embedding), dtype=x.dtype, device=x.device)
        embedded = [
            (word.unsqueeze(-1) == vocabulary).to(x.dtype) @ self.embedding
            for word in words.unbind(-1)  # one by one, so that the batch is what loops run over
        ]
        states = cast("Tensor", self.scale(self.reader(torch.stack(embedded, dim=-2))))
        y = x.new_zeros((*x.shape[:-1], 1))
        for state, word in zip(states.unbind(-2), words.unbind(-1), strict=True):
            after = cast("Tensor", self.cell(torch.cat([state, y], dim=-1)))
            y = torch.where(word.unsqueeze(-1) > 0, after, y)
        return y
