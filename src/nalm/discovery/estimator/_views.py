"""What a fitted estimator shows: plots, a page, and what may help where there is no law."""

# scikit-learn ships no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sklearn.utils.validation import check_is_fitted

from nalm._provided import provided
from nalm.discovery.advice._advice import advice
from nalm.discovery.advice._hint import Hint
from nalm.discovery.estimator._fitted_data import FittedData
from nalm.discovery.estimator._outputs import Outputs, one_or_list
from nalm.discovery.result._choice import Output, choose_output
from nalm.errors import MissingAttributeError

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Views(Outputs):
    """Plots, a page and advice; all of them need the rows of the fit."""

    @abstractmethod
    def _fitted_data(self) -> FittedData | None:
        """Return the rows of the fit with what was found; None of what was loaded from a file."""

    def plot(
        self,
        kind: str = "fit",
        output: Output = None,
        *,
        ax: Any = None,  # noqa: ANN401  (matplotlib is imported when it is needed)
    ) -> "Axes | list[Axes]":
        """Plot the chosen equation beside the rows of the fit.

        Args:
            kind: "fit": the curve through the rows and a little beyond them, with its 95 % band; of
                several inputs each row's relative error, from the middle of the data outwards; of
                dx/dt the solution over time. "parity": what the equation gives against what was
                measured. "residuals": what it leaves, in units in which the noise of all rows has
                one size. "front": error of every candidate against its complexity, with a ring
                around the pick.
            output: Number or name of one output; None for all.
            ax: Matplotlib axes to draw on, a list of as many as outputs for several; None for a new
                figure each.

        Returns:
            The axes; a list for several outputs.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If there is no such kind or output, or `ax` has another number.
            MissingAttributeError: If the rows of the fit are not there, since the estimator was
                loaded from a file.

        Example:
            >>> import matplotlib, numpy as np
            >>> matplotlib.use("agg")  # without a window
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> cube.plot("residuals").get_xlabel()
            "equation's y"
        """
        data = self._shown("plot")
        count = len(data.outputs)
        wanted = [choose_output(data.targets, output)] if output is not None else list(range(count))
        return one_or_list(provided("plot")(self, data, kind=kind, outputs=wanted, ax=ax))

    def report(self, path: str | Path) -> None:
        """Write a web page: equations, verdicts, constants, candidates and plots.

        It is one file that asks for nothing else, the one of `nalm discover --report`.

        Args:
            path: Where to; a file that is there is replaced.

        Raises:
            NotFittedError: Before the fit.
            MissingAttributeError: If the rows of the fit are not there, since the estimator was
                loaded from a file.
            StoreError: If it cannot be written; what was there before is unchanged.

        Example:
            >>> import numpy as np, pathlib, tempfile
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> cube = SymbolicRegressor(random_state=0).fit(X, X[:, 0] ** 3)
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     cube.report(pathlib.Path(folder) / "law.html")
            ...     (pathlib.Path(folder) / "law.html").read_text()[:15]
            '<!doctype html>'
        """
        provided("report")(self, self._shown("report"), path=path)

    @property
    def advice_(self) -> tuple[Hint, ...] | list[tuple[Hint, ...]]:
        """What may help where no law was found, seen in the data; a list for several outputs.

        A hint has a `kind`, a `column` and words (`str(hint)`). There is none beside a law.

        Raises:
            NotFittedError: Before the fit.
            MissingAttributeError: If the rows of the fit are not there, since the estimator was
                loaded from a file.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> t = np.linspace(0.0, 9.0, 40)
            >>> wave = SymbolicRegressor(max_terms=1, starts=2, random_state=0)
            >>> wave = wave.fit(t[:, None], np.sin(2.0 * t) + 0.1 * np.cos(50.0 * t))
            >>> [hint.facts["period"] for hint in wave.advice_ if hint.kind.value == "period"]
            ['3.14']
        """
        data = self._shown("advice_")
        return one_or_list(
            [
                advice(each.discovery, each.x, y=each.y, names=data.inputs, target=each.target)
                for each in data.outputs
            ]
        )

    def _shown(self, call: str) -> FittedData:
        check_is_fitted(self)
        data = self._fitted_data()
        if data is None:
            raise MissingAttributeError(
                f"`{call}` must have the rows of the fit; found none, since a file holds only the "
                "equations. Fit again, or keep the estimator with `pickle`."
            )
        return data
