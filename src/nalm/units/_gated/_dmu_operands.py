"""What a DMU computes with."""

from enum import Enum


class DMUOperands(Enum):
    """Say which weights the operands of a DMU have.

    `ADD` fixes 1 and 1 for the first two inputs, a sum or a product; `SUB` fixes 1 and -1, a
    difference or a quotient: the two units of the paper. `LEARNED` trains a weight for each input.
    """

    ADD = (1.0, 1.0)
    SUB = (1.0, -1.0)
    LEARNED = ()

    def pattern(self, inputs: int) -> list[float]:
        """Return the fixed weights, 0 after the first two inputs."""
        return [*self.value, *[0.0] * inputs][:inputs]
