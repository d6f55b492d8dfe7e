"""What a fitted estimator knows about the constants and exponents of its equations."""

# scikit-learn ships no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from abc import ABC, abstractmethod
from dataclasses import replace

from sklearn.utils.validation import check_is_fitted

from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._validation import Table
from nalm.discovery.result._candidate import Discovery
from nalm.discovery.result._choice import choose_candidate
from nalm.discovery.uncertainty._free_parameters import free_parameters
from nalm.discovery.uncertainty._posterior import posterior
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.errors import InvalidValueError


class Uncertainty(ABC):
    """Posteriors of a fitted estimator.

    The rows of the fit are kept for them: 8 bytes for every input, output and weight of a row. They
    are pickled with the estimator, and not saved to JSON.

    Attributes:
        discoveries_: What the search found, one per output.
    """

    discoveries_: tuple[Discovery, ...]
    _problems: tuple[Problem, ...]

    @abstractmethod
    def _symbols(self) -> tuple[str, ...]:
        """Return the inputs' names, as they stand in equations."""

    def posterior(
        self,
        index: int | None = None,
        output: int = 0,
        *,
        method: str = "laplace",
        chains: int = 128,
        draws: int = 200,
        seed: int = 0,
    ) -> Posterior:
        """Say how far the data determine the constants and exponents of a formula.

        Args:
            index: Of the candidate in `equations_`; None for the chosen one.
            output: Number of the output.
            method: "laplace" or "sampling", as in `nalm.discovery.posterior`.
            chains: How many are advanced together.
            draws: Kept from each chain.
            seed: The same seed gives the same draws.

        Returns:
            The posterior; `summary()` tabulates it, and `nalm.discovery.bands` carries it to any
            inputs.

        Raises:
            InvalidValueError: If there is no such candidate or output, if an argument is out of
                range, or if the data do not determine the parameters or are not there, since the
                estimator was loaded from a file.
        """
        check_is_fitted(self)
        candidate = choose_candidate(self.discoveries_, index, output=output)
        problems = getattr(self, "_problems", ())
        if not problems:
            raise InvalidValueError(
                "`posterior` must have the rows of the fit; found none, since a file holds only "
                "the equations. Fit again, or give the rows to `nalm.discovery.posterior`."
            )
        found = posterior(
            candidate, problems[output], method=method, chains=chains, draws=draws, seed=seed
        )
        named = free_parameters(candidate.formula, self._symbols())
        return replace(found, names=tuple(each.name for each in named))


def kept_problems(table: Table) -> tuple[Problem, ...]:
    """Copy the rows with a weight: one problem per output, with the same inputs and weights."""
    used = table.weight > 0
    x, weight = table.x[used], table.weight[used]
    return tuple(Problem(x=x, y=y, weight=weight) for y in table.y[used].T)
