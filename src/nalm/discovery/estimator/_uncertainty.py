"""What a fitted estimator knows about the constants and exponents of its equations."""

# scikit-learn ships no type stubs.
# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sklearn.utils.validation import check_is_fitted

from nalm.discovery.estimator._outputs import Outputs, one_or_list
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._validation import Table
from nalm.discovery.result._choice import (
    Index,
    Output,
    choose_candidate,
    choose_candidates,
    choose_output,
)
from nalm.discovery.uncertainty._free_parameters import free_parameters
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.errors import InvalidValueError


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """How draws from a posterior are made.

    Attributes:
        method: "laplace" or "sampling".
        chains: How many there are.
        draws: Kept from each chain.
        seed: Of all random numbers.
    """

    method: str
    chains: int
    draws: int
    seed: int


class Uncertainty(Outputs):
    """Posteriors of a fitted estimator.

    The rows of the fit are kept for them: 8 bytes for every number of a row. They are pickled with
    the estimator, and not saved to JSON.
    """

    @abstractmethod
    def _has_rows(self) -> bool:
        """Say whether the rows of the fit are there."""

    @abstractmethod
    def _posteriors(
        self, index: Sequence[int | None], outputs: Sequence[int], sampling: Sampling
    ) -> list[Posterior]:
        """Return the posteriors of some outputs, with a candidate for each of all outputs."""

    def posterior(
        self,
        index: Index = None,
        output: Output = None,
        *,
        method: str = "laplace",
        chains: int = 128,
        draws: int = 200,
        seed: int = 0,
    ) -> Posterior | list[Posterior]:
        r"""Say how far the data determine the constants and exponents of formulas.

        $$p(\theta \mid y) \propto p(\theta) \int p(y \mid \theta, \sigma)\, d\sigma / \sigma$$

        The rows y are those of the fit: of a table, its target; of dx/dt, the states, which a
        solution of the equations has to meet (and which the posteriors of all states share: with
        one seed, their draws belong together row by row).

        Args:
            index: Of the candidate in `equations_`: one number for all outputs or one for each;
                None for the chosen one.
            output: Number or name of one output; None for all.
            method: "laplace", Student's t distribution around the best fit, or "sampling", Markov
                chains, for few or bad data: see `docs/uncertainty.md`.
            chains: How many, at least 1; "laplace" makes chains times draws independent draws.
            draws: Kept from each chain, at least 4.
            seed: The same seed gives the same draws.

        Returns:
            A posterior; a list of them for several outputs. Its `summary()` is a table, and
            `nalm.discovery.bands` carries it to any inputs.

        Raises:
            NotFittedError: Before the fit.
            InvalidValueError: If there is no such candidate or output, if an argument is out of
                range, or if the data do not determine the parameters or are not there, since the
                estimator was loaded from a file.

        Example:
            >>> import numpy as np
            >>> from nalm import SymbolicRegressor
            >>> X = np.linspace(1.0, 2.0, 40)[:, None]
            >>> y = np.pi * X[:, 0] + 0.01 * np.cos(50.0 * X[:, 0])
            >>> law = SymbolicRegressor(max_terms=1, starts=2, random_state=0).fit(X, y)
            >>> law.posterior().summary().index.tolist()
            ['c1', 'sigma']

        References:
            Gelman et al., *Bayesian Data Analysis*, 3rd edition, chapters 4, 11 and 14.
        """
        check_is_fitted(self)
        if not self._has_rows():
            raise InvalidValueError(
                "`posterior` must have the rows of the fit; found none, since a file holds only "
                "the equations. Fit again, or keep the estimator with `pickle`."
            )
        outputs, numbers = self._wanted(index, output)
        sampling = Sampling(method=method, chains=chains, draws=draws, seed=seed)
        found = self._posteriors(numbers, outputs, sampling)
        return one_or_list([self._named(each) for each in found])

    def _wanted(self, index: Index, output: Output) -> tuple[list[int], list[int | None]]:
        """Return the outputs, and the number of a candidate for each that there is."""
        count = len(self.discoveries_)
        if output is None:
            choose_candidates(self.discoveries_, index)  # refuses what is not there
            several = isinstance(index, Sequence)
            return list(range(count)), list(index) if several else [index] * count
        wanted = choose_output(self.target_names_, output)
        choose_candidate(self.discoveries_, index, output=wanted)
        number = None if isinstance(index, Sequence) else index
        # Of equations that are solved together the others matter too: they are the chosen ones.
        return [wanted], [number if i == wanted else None for i in range(count)]

    def _named(self, found: Posterior) -> Posterior:
        if found.form is not None:  # its constants have the user's names
            return found
        named = free_parameters(found.formula, self._symbols())
        return replace(found, names=tuple(each.name for each in named))


def kept_problems(table: Table) -> tuple[Problem, ...]:
    """Copy the rows with a weight: one problem per output, with the same inputs and weights.

    Args:
        table: Of the fit.
    """
    used = table.weight > 0
    x, weight = table.x[used], table.weight[used]
    return tuple(Problem(x=x, y=y, weight=weight) for y in table.y[used].T)
