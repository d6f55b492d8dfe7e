"""What the calls of an estimator rest on: the formulas of its outputs, and their names."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, TypeVar

from nalm.discovery.problem._problem import Units
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.result._choice import Index, Output, choose_output
from nalm.discovery.result._names import symbols
from nalm.symbolic import Equation, Sum

if TYPE_CHECKING:
    from torch import nn

T = TypeVar("T")


class Outputs(ABC):
    """What a fitted estimator has found, one for each of its outputs.

    An *output* is what has an equation of its own: a target y of `SymbolicRegressor`, the
    derivative dx/dt of a state of `DynamicsRegressor`. What is one for each output is a single
    value where there is one output, and a list in their order where there are several, as
    scikit-learn has it (`classes_` of a forest, say).

    Attributes:
        discoveries_: What the search found, one `nalm.discovery.Discovery` per output: a tuple,
            also of one.
        target_names_: Names of the outputs; for dx/dt those of the states.
        domain_violations_: Per output and candidate, the training rows where it has no value, with
            the reason; empty strings where there are none.
    """

    discoveries_: tuple[Discovery, ...]
    target_names_: tuple[str, ...]
    domain_violations_: tuple[tuple[str, ...], ...]
    _are_rates: ClassVar[bool] = False  # whether each formula is a derivative with respect to time

    @abstractmethod
    def _symbols(self) -> tuple[str, ...]:
        """Return the names of all inputs of the formulas, as they stand in equations."""

    def _labels(self) -> Sequence[str]:
        """Return the names of all inputs as the user has them; by default as in equations."""
        return self._symbols()

    def _units(self) -> Sequence[Units | None]:
        """Return the units of the inputs and of each output; None where they are not known."""
        return [None] * len(self.discoveries_)

    @abstractmethod
    def _formulas(self, index: Index) -> tuple[Sum, ...]:
        """Return the formulas of all outputs."""

    @abstractmethod
    def _module(self, index: Index) -> "nn.Module":
        """Return a module of all outputs, whose values have the shape of a prediction."""

    def _written(self, formulas: Sequence[Sum], output: Output = None) -> list[Equation]:
        """Return the formulas of all outputs, or of one, as equations with their names."""
        names, labels = self._symbols(), tuple(self._labels())
        targets = self._of(symbols(self.target_names_, beside=labels), output)
        return [
            Equation(
                target=target, formula=formula, names=names, rate=self._are_rates, labels=labels
            )
            for target, formula in zip(targets, formulas, strict=True)
        ]

    def _of(self, values: Sequence[T], output: Output) -> Sequence[T]:
        """Take from what is one per output that of one; all of it for None."""
        return values if output is None else [values[choose_output(self.target_names_, output)]]

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "discoveries_")


def one_or_list(values: list[T]) -> T | list[T]:
    """Return a single value as it is, and several as a list.

    Args:
        values: One for each output.
    """
    return values[0] if len(values) == 1 else values
