"""The interface of everything that can be learnt."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from nalm._typing import Array, FloatArray


@dataclass(frozen=True, kw_only=True)
class Task(ABC):
    """Describe a function of the inputs that a model has to find.

    A task is a family of functions: a seed picks one of them, its *instance*, as a dictionary of
    arrays. The function itself, `target`, is written once and serves NumPy arrays (the fixed
    evaluation sets, double precision) and tensors (inside the compiled training step, for one
    run, under `torch.func.vmap`).

    Args:
        in_features: Length of an input vector; at least 1.
        out_features: Length of an output vector; at least 1.
    """

    in_features: int
    out_features: int

    @property
    def observed_features(self) -> int:
        """How many inputs, from the first on, a network is given: all of them."""
        return self.in_features

    @property
    @abstractmethod
    def name(self) -> str:
        """A short word for tables and files, such as ``div``."""

    @abstractmethod
    def instance(self, seed: int) -> dict[str, FloatArray]:
        """Return what this seed has to find.

        Args:
            seed: The run's seed; 0 to 2³² - 1.

        Returns:
            Arrays by name; every seed has the same names and shapes.
        """

    @abstractmethod
    def target(self, x: Array, instance: Mapping[str, Array]) -> Array:
        r"""Compute the exact outputs.

        Args:
            x: Inputs of shape (\*batch, inputs), NumPy or torch.
            instance: What `instance` returned, as arrays of the same kind as `x`.

        Returns:
            Outputs of shape (\*batch, outputs).
        """
