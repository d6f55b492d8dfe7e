"""An operation on the sums of two randomly selected groups of inputs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from nalm._typing import Array, FloatArray
from nalm.errors import InvalidValueError
from nalm.tasks._base._task import Task
from nalm.tasks._vectors._operation import Operation


@dataclass(frozen=True, kw_only=True)
class RandomSelection(Task):
    r"""Learn one operation on the sums of two groups into which the seed puts the inputs.

    $$t = a \circ b, \qquad a = \sum_{i \in A} x_i, \quad b = \sum_{i \in B} x_i$$

    Each input by itself is in A with probability 1/2, in B with probability 1/4, and in neither
    with probability 1/4.

    Args:
        operation: What is done with the sums.
        in_features: Length of an input vector; at least 2.
        out_features: Always 1.

    Raises:
        InvalidValueError: If there are fewer than two inputs.

    Example:
        >>> from nalm.tasks import Operation, RandomSelection
        >>> task = RandomSelection(operation=Operation.MUL, in_features=100)
        >>> task.instance(seed=0)["groups"].shape
        (2, 100)

    References:
        Schlör, Ring and Hotho (2020), iNALU: Improved Neural Arithmetic Logic Unit, the simple
        function learning task, and its code for the probabilities.
    """

    operation: Operation
    in_features: int = 100
    out_features: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        if self.in_features < 2:
            raise InvalidValueError(
                f"in_features should be >= 2, found {self.in_features}; each group needs one."
            )

    @property
    def name(self) -> str:
        """The operation's word, such as ``div``."""
        return self.operation.value

    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return the masks ``groups`` of A and B, 0 or 1, of shape (2, inputs)."""
        # One number per input decides: A below 1/2, B from there to 3/4, else neither.
        place = np.random.RandomState(seed).uniform(size=self.in_features)
        return {"groups": np.stack([place < 0.5, (place >= 0.5) & (place < 0.75)]).astype(float)}

    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        """Compute the operation on the sums of the groups; see `Task.target`."""
        groups = instance["groups"]
        sums = [(x * groups[0]).sum(-1), (x * groups[1]).sum(-1)]
        return self.operation.evaluate(sums)[..., None]
