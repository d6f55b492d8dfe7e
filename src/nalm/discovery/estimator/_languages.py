"""The equations of a fitted estimator in other languages: SymPy, LaTeX, PyTorch, your own."""

# scikit-learn and pandas say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sklearn.utils.validation import check_is_fitted

from nalm.discovery.estimator._outputs import Outputs, one_or_list
from nalm.discovery.result._choice import Index, Output, choose_candidate, choose_output
from nalm.discovery.result._equations import latex_equations
from nalm.symbolic import Sum, find_exporter, to_code, to_sympy

if TYPE_CHECKING:
    import sympy
    from torch import nn


class Languages(Outputs):
    """Any candidate of a fitted estimator, to compute with or to print."""

    def sympy(self, index: Index = None, output: Output = None) -> "sympy.Expr | list[sympy.Expr]":
        """Return right-hand sides as SymPy expressions of real symbols.

        Args:
            index: Of the candidate in `equations_`, from 0: one number for all outputs or one for
                each; None, for all or in the list, for the chosen one.
            output: Number or name of one output; None for all.

        Returns:
            An expression; a list of them for several outputs.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If there is no such candidate or output.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.sympy(), cube.sympy(index=0).is_constant()  # the first one is simplest
            (x0**3, True)
        """
        formulas, names = self._wanted_formulas(index, output), self._symbols()
        return one_or_list([to_sympy(formula, names) for formula in formulas])

    def latex(self, index: Index = None, output: Output = None) -> str:
        r"""Return equations in LaTeX, with both sides, for mathematics mode.

        Args:
            index: Of the candidate in `equations_`, as in `sympy`.
            output: Number or name of one output; None for all.

        Returns:
            A text: one equation, or for several outputs an `aligned` environment of them.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If there is no such candidate or output.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3).latex()
            'y = x_{0}^{3}'
        """
        return latex_equations(self._written(self._wanted_formulas(index, output), output))

    def to_torch(self, index: Index = None, output: Output = None) -> "nn.Module":
        """Return right-hand sides as a PyTorch module, whose measured numbers can be trained.

        Args:
            index: Of the candidate in `equations_`, as in `sympy`.
            output: Number or name of one output; None for all.

        Returns:
            A module from all inputs `(*batch, inputs)`, in the order of `predict`: for dx/dt the
            states, then controls, then time where it is an input. Its values have the shape of a
            prediction, `(*batch,)` where that is `(rows,)` and `(*batch, outputs)` where it is
            `(rows, outputs)`; those of one `output` are `(*batch,)`. In double precision;
            NaN where a formula has no value.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If there is no such candidate or output.

        Example:
            >>> import numpy as np, torch
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.to_torch()(torch.tensor([[2.0], [3.0]])).tolist()
            [8.0, 27.0]
        """
        from nalm.symbolic import to_torch

        check_is_fitted(self)
        if output is None:
            return self._module(index)
        return to_torch(self._wanted_formulas(index, output)[0], len(self._symbols()))

    def to_code(self, language: str, index: Index = None, *, output: Output = None) -> str:
        r"""Write right-hand sides as one function of a programming language.

        The function needs nothing of this package and computes what `predict` does, with all digits
        of the measured numbers: see `nalm.symbolic.to_code`.

        Args:
            language: "python", "c", "matlab", "julia", or "excel" for formulas of cells.
            index: Of the candidate in `equations_`, as in `sympy`.
            output: Number or name of one output; None for all.

        Returns:
            The text. The arguments are all inputs in the order of `predict`; a comment says which
            names had to be changed.

        Raises:
            NotFittedError: Before the fit.
            UnknownNameError: If there is no such language.
            InvalidValueError: If there is no such candidate or output, or if the language lacks a
                function of the formula.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.to_code("excel")
            '=A2^3 + N("this is y") + N("A2 is x0")\n'
        """
        return to_code(self._written(self._wanted_formulas(index, output), output), language)

    def export(self, name: str, *, index: Index = None, output: Output = None) -> str | list[str]:
        """Write equations one by one, also in a language of your own.

        For that see `nalm.symbolic.register_exporter`.

        Args:
            name: "text", "latex", a language of `to_code`, or the name of a registered exporter.
            index: Of the candidate in `equations_`, as in `sympy`.
            output: Number or name of one output; None for all.

        Returns:
            What the exporter made of the equation; a list for several outputs.

        Raises:
            NotFittedError: Before the fit.
            UnknownNameError: If there is no such exporter; the message lists all.
            InvalidValueError: If there is no such candidate or output.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3).export("text")
            'y = x0^3'
        """
        formulas, write = self._wanted_formulas(index, output), find_exporter(name)
        return one_or_list([write(each) for each in self._written(formulas, output)])

    def _wanted_formulas(self, index: Index, output: Output) -> Sequence[Sum]:
        check_is_fitted(self)
        if output is None:
            return self._formulas(index)
        number = choose_output(self.target_names_, output)
        return [choose_candidate(self.discoveries_, index, output=number).formula]
