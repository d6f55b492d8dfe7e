"""Networks that read images of digits, one by one or in a sequence."""

from collections.abc import Callable, Sequence
from typing import cast, final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

Images = Float[Tensor, "images 1 side side"]


@final
class DigitNetwork(nn.Module):
    """Read images of 28 × 28 pixels: two convolutions, two dense layers, as for MNIST.

    5 × 5 convolutions to 20 and to 50 channels, each with ReLU and 2 × 2 max-pooling; then 500
    hidden units with ReLU; a linear output.

    Args:
        outputs: Numbers read from an image.

    Shape:
        x: (images, 1, 28, 28) to (images, outputs).

    Example:
        >>> import torch
        >>> DigitNetwork(1)(torch.zeros(3, 1, 28, 28)).shape
        torch.Size([3, 1])

    References:
        Madsen and Johansen (2020), "Neural Arithmetic Units", ICLR, appendix D.1.
    """

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, 20, 5)
        self.second = nn.Conv2d(20, 50, 5)
        self.hidden = nn.Linear(800, 500)
        self.output = nn.Linear(500, outputs)

    def forward(self, x: Images) -> Float[Tensor, "images outputs"]:
        """Return the numbers read from each image."""
        z = F.max_pool2d(F.relu(self.first(x)), 2)
        z = F.max_pool2d(F.relu(self.second(z)), 2)
        return cast("Tensor", self.output(F.relu(self.hidden(z.flatten(1)))))


@final
class SmallDigitNetwork(nn.Module):
    """Read images of 8 × 8 pixels: one 3 × 3 convolution to 8 channels, two dense layers.

    Args:
        outputs: Numbers read from an image.

    Shape:
        x: (images, 1, 8, 8) to (images, outputs).

    Example:
        >>> import torch
        >>> SmallDigitNetwork(1)(torch.zeros(3, 1, 8, 8)).shape
        torch.Size([3, 1])
    """

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(1, 8, 3)
        self.hidden = nn.Linear(72, 32)
        self.output = nn.Linear(32, outputs)

    def forward(self, x: Images) -> Float[Tensor, "images outputs"]:
        """Return the numbers read from each image."""
        z = F.relu(self.convolution(x))
        z = z.reshape(-1, 8, 3, 2, 3, 2).amax((3, 5))  # max-pooling that compiles to plain loops
        return cast("Tensor", self.output(F.relu(self.hidden(z.flatten(1)))))


@final
class SoftArgmax(nn.Module):
    r"""Read a number from scores: the mean of the classes' values with softmax probabilities.

    $$y = \sum_c \mathrm{softmax}(x)_c\, v_c$$

    Args:
        values: v, the number that each class stands for.

    Shape:
        x: (\*batch, classes) to (\*batch, 1), between the smallest and the largest value.

    Example:
        >>> import torch
        >>> SoftArgmax((1.0, 2.0, 3.0))(torch.tensor([0.0, 0.0, 100.0])).tolist()
        [3.0]

    References:
        Mistry, Farrahi and Hare (2022), "Exploring the Learning Mechanisms of Neural Division
        Modules", TMLR, and its code: how a digit is read without a label of its own.
    """

    values: Tensor

    def __init__(self, values: Sequence[float]) -> None:
        super().__init__()
        self.register_buffer("values", torch.tensor(values, dtype=torch.get_default_dtype()))

    def forward(self, x: Float[Tensor, "*batch classes"]) -> Float[Tensor, "*batch 1"]:
        """Return the mean value."""
        # Not a matrix product: a sum of a few columns becomes part of the loops around it.
        return (x.softmax(-1) * self.values).sum(-1, keepdim=True)


@final
class SequenceReader(nn.Module):
    """Read each image of a sequence, then the sequence of what was read.

    Args:
        image: Builds the network that reads an image.
        sequence: Builds the module that reads (batch, steps, inputs) and gives
            (batch, steps, states), such as a `Recurrence`; the first state is the output. After
            `AtOnce` there is one for the whole sequence.
        side: Pixels in a row of an image.

    Shape:
        x: (batch, steps · (side² + 1)) to (batch, steps): the pixels of all images, then one
        number each, the answer, which is not looked at.

    Example:
        >>> from functools import partial
        >>> from nalm import NAU
        >>> from nalm.networks import Recurrence
        >>> network = SequenceReader(
        ...     image=partial(SmallDigitNetwork, 1),
        ...     sequence=partial(Recurrence, partial(NAU, 2, 1)),
        ...     side=8,
        ... )
        >>> import torch
        >>> network(torch.zeros(5, 3 * 65)).shape
        torch.Size([5, 3])
    """

    def __init__(
        self,
        *,
        image: Callable[[], nn.Module],
        sequence: Callable[[], nn.Module],
        side: int,
    ) -> None:
        super().__init__()
        self.image = image()
        self.sequence = sequence()
        self.side = side

    def forward(self, x: Float[Tensor, "batch inputs"]) -> Float[Tensor, "batch steps"]:
        """Return the first state after every image."""
        pixels = self.side**2
        steps = x.shape[-1] // (pixels + 1)
        images = x[:, : steps * pixels].reshape(-1, 1, self.side, self.side)
        numbers = cast("Tensor", self.image(images))
        numbers = numbers.reshape(-1, steps, numbers.shape[-1])
        return cast("Tensor", self.sequence(numbers))[..., 0]
