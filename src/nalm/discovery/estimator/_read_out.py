"""What a fitted estimator says about its equations, as text and in tables."""

# scikit-learn and pandas say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from html import escape
from typing import TYPE_CHECKING, Any, cast

from sklearn.utils.validation import check_is_fitted

from nalm.discovery.estimator._constants import constant_frame, constants_of
from nalm.discovery.estimator._outputs import Outputs, one_or_list
from nalm.discovery.result._candidate import Verdict
from nalm.discovery.result._choice import choose_candidates
from nalm.discovery.result._equations import equation_table, latex_table

if TYPE_CHECKING:
    import pandas as pd


class ReadOut(Outputs):
    """Equations of a fitted estimator as text and tables, with verdict and reason."""

    @property
    def equations_(self) -> "pd.DataFrame":
        """All candidates, output after output, from simple to complex.

        The frame's index is the number that `index=` takes everywhere; it begins at 0 for each
        output. `output` names the output, `pick` is ``>>>`` for the chosen candidate and empty
        otherwise, and `docs/discover.md` explains the other columns.

        Raises:
            NotFittedError: Before the fit.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> law = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> law.equations_.query("pick != ''")["equation"].tolist()
            ['x0^3']
        """
        check_is_fitted(self)
        return equation_table(
            self.discoveries_,
            targets=self.target_names_,
            names=self._symbols(),
            violations=self.domain_violations_,
        )

    @property
    def constants_(self) -> "pd.DataFrame":
        """The constants of the chosen equations, output after output.

        The frame's index is the place in the equation, as in `posterior`: ``c2`` is the coefficient
        of the second term. `output` names the output, `name` says what the constant multiplies or
        is the exponent of, `value` and `stderr` are its estimate and standard error, `unit` is its
        unit of measurement ("1" for none; empty where no units were given), and `exact` tells
        numbers such as 1/2, which were read as exact. Exact exponents, and factors of 1 and -1
        without a unit, are left out.

        Raises:
            NotFittedError: Before the fit.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> t = np.linspace(0.0, 9.0, 40)[:, None]
            >>> law = SymbolicRegressor(
            ...     units={0: "s"}, target_units="V", dimensional_constants=True, random_state=0
            ... ).fit(t, 5.0 * np.exp(-0.2 * t[:, 0]))
            >>> law.constants_[["value", "unit"]].round(3).to_numpy().tolist()
            [[5.0, 'V'], [-0.2, 's^-1']]
        """
        check_is_fitted(self)
        chosen = choose_candidates(self.discoveries_, None)
        listed = [
            constants_of(candidate, self._symbols(), units=units)
            for candidate, units in zip(chosen, self._units(), strict=True)
        ]
        return constant_frame(self.target_names_, listed)

    @property
    def equation_(self) -> str | list[str]:
        """The chosen equation with both sides, as text; a list of them for several outputs.

        Raises:
            NotFittedError: Before the fit.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3).equation_
            'y = x0^3'
            >>> SymbolicRegressor(random_state=0).fit(X, np.hstack([X**3, 2 * X])).equation_
            ['y0 = x0^3', 'y1 = 2*x0']
        """
        check_is_fitted(self)
        return one_or_list([each.text() for each in self._written(self._formulas(None))])

    @property
    def verdict_(self) -> Verdict | list[Verdict]:
        """How far to trust the chosen formula; a list of verdicts for several outputs.

        Raises:
            NotFittedError: Before the fit.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3).verdict_.name
            'LAW'
        """
        check_is_fitted(self)
        return one_or_list([each.verdict for each in self.discoveries_])

    @property
    def reason_(self) -> str | list[str]:
        """Why that is the verdict, and what to do next; a list of texts for several outputs.

        Raises:
            NotFittedError: Before the fit.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> "8 outermost rows" in SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3).reason_
            True
        """
        check_is_fitted(self)
        return one_or_list([str(each.reason) for each in self.discoveries_])

    def _repr_mimebundle_(self, **asked: object) -> dict[str, str]:
        """Show in a notebook what was found, above what scikit-learn shows of any estimator."""
        shown: dict[str, str] = cast("Any", super())._repr_mimebundle_(**asked)
        if "text/html" in shown and self.__sklearn_is_fitted__():
            shown["text/html"] = self._found_html() + shown["text/html"]
        return shown

    def _found_html(self) -> str:
        found = (self.equation_, self.verdict_, self.reason_)
        each = [one if isinstance(one, list) else [one] for one in found]
        return "".join(
            f"<p><code>{escape(str(equation))}</code><br>"
            f"<b>{cast('Verdict', verdict).name}</b> {escape(str(reason))}</p>"
            for equation, verdict, reason in zip(*each, strict=True)
        )

    def latex_table(self) -> str:
        r"""Return all candidates as a LaTeX table for the package booktabs.

        Raises:
            NotFittedError: Before the fit.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> print(cube.latex_table().splitlines()[0])
            \begin{tabular}{clrrr}
        """
        check_is_fitted(self)
        lefts = [each.left_latex for each in self._written(self._formulas(None))]
        return latex_table(self.discoveries_, targets=lefts, names=self._symbols())
