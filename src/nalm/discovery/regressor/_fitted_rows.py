"""The rows of a fit, which plots, pages, advice and posteriors need."""

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np

from nalm.discovery._jobs import ALONE, Jobs
from nalm.discovery._one_thread import one_thread
from nalm.discovery.estimator._fitted_data import (
    FittedData,
    FittedOutput,
    renumbered,
    units_as_written,
)
from nalm.discovery.estimator._uncertainty import Sampling, kept_problems
from nalm.discovery.estimator._views import Views
from nalm.discovery.groups._labels import Label
from nalm.discovery.groups._posterior import posteriors_of_groups
from nalm.discovery.groups._table import GroupedTable
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import join_rows, take_rows
from nalm.discovery.problem._validation import Table
from nalm.discovery.regressor._group_outputs import GroupOutputs
from nalm.discovery.result._candidate import Candidate
from nalm.discovery.result._choice import choose_candidates
from nalm.discovery.uncertainty._posterior import posterior
from nalm.discovery.uncertainty._posterior_result import Posterior
from nalm.errors import UnreliableWarning

NO_ROW = -1
"""Number in the table of a row that came later."""


@dataclass(frozen=True, kw_only=True)
class _Drawing:
    """What any process may draw."""

    candidate: Candidate
    problem: Problem
    sampling: Sampling
    caller: int = field(default_factory=os.getpid)


def _drawn(wanted: _Drawing) -> tuple[Posterior, list[Warning]]:
    """Draw from a posterior, and return the warnings that another process would keep to itself."""
    if os.getpid() == wanted.caller:
        return _draw(wanted), []
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = _draw(wanted)
    return found, [each.message for each in told if isinstance(each.message, Warning)]


def _draw(wanted: _Drawing) -> Posterior:
    with one_thread():  # as in any other process, for the same last digits
        return posterior(wanted.candidate, wanted.problem, **asdict(wanted.sampling))


class FittedRows(GroupOutputs, Views):
    """Keeps the rows of the fit; they are pickled, and not saved to JSON."""

    units: Mapping[str | int, str] | None
    target_units: str | Mapping[str | int, str] | None
    n_jobs: int | None
    _problems: tuple[Problem, ...]
    _rows: Sequence[int]
    _group_of_row: tuple[Label, ...]

    def _keep_rows(self, table: Table) -> None:
        self._problems = kept_problems(table)
        self._rows = np.flatnonzero(table.weight > 0).tolist()

    def _keep_rows_of_groups(self, table: GroupedTable) -> None:
        kept = table.weight > 0
        self._problems = (Problem(x=table.x[kept], y=table.y[kept], weight=table.weight[kept]),)
        self._rows = np.flatnonzero(kept).tolist()
        names, codes = table.labels.names, [int(code) for code in table.labels.codes]
        self._group_of_row = tuple(names[codes[row]] for row in self._rows)

    def _add_rows(self, problem: Problem, name: Label) -> None:
        if self._has_rows():
            self._problems = (join_rows([*self._problems, problem]),)
            self._rows = [*self._rows, *[NO_ROW] * len(problem.y)]
            self._group_of_row = (*self._group_of_row, *[name] * len(problem.y))

    def _has_rows(self) -> bool:
        return hasattr(self, "_problems")

    def _fitted_data(self) -> FittedData | None:
        if not self._has_rows():
            return None
        names, targets = self._labels(), self.target_names_
        one_target = [self._target] if self.groups_ is not None else targets
        units = units_as_written(self.units, self.target_units, names=names, targets=one_target)
        if self.groups_ is not None and self._target in units:
            units |= dict.fromkeys(targets, units[self._target])
        return FittedData(inputs=tuple(names), outputs=tuple(self._fitted_outputs()), units=units)

    def _fitted_outputs(self) -> Iterator[FittedOutput]:
        parts = (
            ((each, self._rows) for each in self._problems)
            if self.groups_ is None
            else self._rows_by_group()
        )
        for target, discovery, (problem, rows) in zip(
            self.target_names_, self.discoveries_, parts, strict=True
        ):
            own = renumbered(discovery, rows)
            yield FittedOutput(target=target, x=problem.x, y=problem.y, discovery=own)

    def _posteriors(
        self, index: Sequence[int | None], outputs: Sequence[int], sampling: Sampling
    ) -> list[Posterior]:
        if self.groups_ is not None:
            return self._group_posteriors(index, outputs, sampling)
        candidates = choose_candidates(self.discoveries_, index)
        if any(self.discoveries_[output].reason.constraints for output in outputs):
            warnings.warn(
                "the posterior does not know of the constraints of the fit, so that its draws may "
                "break them. Solve what is known for a constant, and give that form to `fit_form`.",
                UnreliableWarning,
                stacklevel=3,
            )
        calls = [
            _Drawing(candidate=candidates[each], problem=self._problems[each], sampling=sampling)
            for each in outputs
        ]
        # An approximation takes less time than a process to start.
        are_long = len(calls) > 1 and sampling.method == "sampling"
        jobs = Jobs(count=self.n_jobs) if are_long else ALONE
        drawn = list(jobs.map(_drawn, calls))
        for warning in (each for _, told in drawn for each in told):
            warnings.warn(warning, stacklevel=3)
        return [found for found, _ in drawn]

    def _rows_by_group(self) -> Iterator[tuple[Problem, list[int]]]:
        """Yield the rows of each group, with their numbers in the table."""
        [whole] = self._problems
        for group in self._known_groups():
            own = [k for k, name in enumerate(self._group_of_row) if name == group]
            yield take_rows(whole, np.array(own, dtype=np.intp)), [self._rows[k] for k in own]

    def _group_posteriors(
        self, index: Sequence[int | None], outputs: Sequence[int], sampling: Sampling
    ) -> list[Posterior]:
        """Read the posterior of all groups' constants together, and take the groups apart."""
        found, parts = self._group_discovery(), [problem for problem, _ in self._rows_by_group()]
        places = [found.discoveries[0].chosen if each is None else each for each in index]
        return posteriors_of_groups(found, parts, groups=outputs, index=places, sampling=sampling)
