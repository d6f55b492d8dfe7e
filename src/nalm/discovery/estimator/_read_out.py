"""What a fitted estimator says about its equations, in every form that users want."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from sklearn.utils.validation import check_is_fitted

from nalm.discovery.result._candidate import Discovery, Verdict
from nalm.discovery.result._choice import choose_candidate
from nalm.discovery.result._equations import equation_table, latex_names, latex_table
from nalm.discovery.result._names import symbols
from nalm.symbolic import Sum, to_latex, to_sympy, to_text, to_torch

if TYPE_CHECKING:
    import pandas as pd
    import sympy
    from torch import nn

T = TypeVar("T")


class ReadOut(ABC):
    """Equations of a fitted estimator: as table, text, SymPy, LaTeX and PyTorch.

    Attributes:
        discoveries_: What the search found, one per output.
        target_names_: Names of the outputs.
        domain_violations_: Per output and candidate, the training rows where it has no value, with
            the reason; empty strings where there are none.
        n_features_in_: How many inputs there are.
        feature_names_in_: Their names, if they have any.
    """

    discoveries_: tuple[Discovery, ...]
    target_names_: tuple[str, ...]
    domain_violations_: tuple[tuple[str, ...], ...]
    n_features_in_: int
    feature_names_in_: Any

    @abstractmethod
    def _symbols(self) -> tuple[str, ...]:
        """Return the inputs' names, as they stand in equations."""

    @property
    def equations_(self) -> "pd.DataFrame":
        """All candidates from simple to complex; `pick` marks the chosen one."""
        check_is_fitted(self)
        return equation_table(
            self.discoveries_,
            targets=self.target_names_,
            names=self._symbols(),
            violations=self.domain_violations_,
        )

    @property
    def equation_(self) -> str | tuple[str, ...]:
        """The chosen equation as text; a tuple for several outputs, as verdict and reason."""
        check_is_fitted(self)
        names = self._symbols()
        return _single(
            f"{target} = {to_text(self._formula(None, output), names)}"
            for output, target in enumerate(symbols(self.target_names_))
        )

    @property
    def verdict_(self) -> Verdict | tuple[Verdict, ...]:
        """Whether the chosen formula is a law, an approximation, or undecided."""
        check_is_fitted(self)
        return _single(each.verdict for each in self.discoveries_)

    @property
    def reason_(self) -> str | tuple[str, ...]:
        """Why that is the verdict, and what to do next."""
        check_is_fitted(self)
        return _single(str(each.reason) for each in self.discoveries_)

    def sympy(self, index: int | None = None, output: int = 0) -> "sympy.Expr":
        """Return a formula as a SymPy expression.

        Args:
            index: Of the candidate in `equations_`; None for the chosen one.
            output: Number of the output.

        Returns:
            The right-hand side.

        Raises:
            InvalidValueError: If there is no such candidate or output.
        """
        return to_sympy(self._formula(index, output), self._symbols())

    def latex(self, index: int | None = None, output: int = 0) -> str:
        """Return an equation in LaTeX.

        Args:
            index: Of the candidate in `equations_`; None for the chosen one.
            output: Number of the output.

        Returns:
            Both sides, for mathematics mode.

        Raises:
            InvalidValueError: If there is no such candidate or output.
        """
        formula = to_latex(self._formula(index, output), self._symbols())
        return f"{latex_names(self.target_names_)[output]} = {formula}"

    def latex_table(self) -> str:
        """Return all candidates as a LaTeX table for the package booktabs."""
        check_is_fitted(self)
        targets = latex_names(self.target_names_)
        return latex_table(self.discoveries_, targets=targets, names=self._symbols())

    def to_torch(self, index: int | None = None, output: int = 0) -> "nn.Module":
        """Return a formula as a PyTorch module of all inputs.

        Args:
            index: Of the candidate in `equations_`; None for the chosen one.
            output: Number of the output.

        Returns:
            What `nalm.symbolic.to_torch` returns for it.

        Raises:
            InvalidValueError: If there is no such candidate or output.
        """
        return to_torch(self._formula(index, output), self.n_features_in_)

    def _formula(self, index: int | None, output: int) -> Sum:
        check_is_fitted(self)
        return choose_candidate(self.discoveries_, index, output=output).formula


def _single(values: Iterable[T]) -> T | tuple[T, ...]:
    first, *others = values
    return (first, *others) if others else first
