"""What a fit with `groups` found: one equation, one verdict, and a table of constants."""

# scikit-learn and pandas say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from nalm._typing import FloatArray
from nalm.discovery.estimator._languages import Languages
from nalm.discovery.estimator._read_out import ReadOut
from nalm.discovery.estimator._uncertainty import Uncertainty
from nalm.discovery.groups._constants import group_constant_frame, group_equation
from nalm.discovery.groups._labels import Label, check_groups
from nalm.discovery.groups._result import GroupDiscovery
from nalm.discovery.groups._table import GroupedTable
from nalm.discovery.problem._validation import check_inputs
from nalm.discovery.regressor._saving import FittedGroups
from nalm.discovery.result._candidate import Candidate, Verdict
from nalm.discovery.result._choice import Index, choose_candidate
from nalm.discovery.result._domain import domain_violations, warn_outside
from nalm.discovery.result._names import symbols
from nalm.errors import InvalidValueError, MissingAttributeError, UnknownNameError
from nalm.symbolic import Equation

if TYPE_CHECKING:
    import pandas as pd


class GroupOutputs(ReadOut, Languages, Uncertainty):
    """Equation, verdict and constants of a fit with `groups`, in which each group is an output.

    Attributes:
        groups_: Names of the groups, in the order of the outputs; None after a fit without.
    """

    groups_: tuple[Label, ...] | None
    ranges_: FloatArray
    _flat: bool
    _own: tuple[tuple[bool, ...], ...]
    _target: str

    @property
    def group_constants_(self) -> "pd.DataFrame":
        """The measured constants of the chosen form: a row for each group.

        The columns have two levels: of each constant, named as in `equation_`, its `value`, its
        `stderr`, and whether it is `shared` by all groups. `equation_` shows those that differ by
        their names, the shared ones as numbers.

        Raises:
            NotFittedError: Before the fit.
            MissingAttributeError: If the fit had no groups.

        Example:
            >>> from nalm import SymbolicRegressor
            >>> x = np.tile(np.linspace(1.0, 2.0, 20), 2)
            >>> group = np.repeat(["a", "b"], 20)
            >>> law = SymbolicRegressor(max_time=20.0, random_state=0)
            >>> law = law.fit(x[:, None], np.where(group == "a", 3.0, 5.0) * x, groups=group)
            >>> law.equation_, law.group_constants_["k1", "value"].round(6).tolist()
            ('y = k1*x0', [3.0, 5.0])
        """
        groups = self._known_groups()
        [target] = symbols([self._target], beside=self._labels())
        return group_constant_frame(
            self._group_discovery(), groups, target=target, names=self._symbols()
        )

    @property
    def group_form_(self) -> Equation:
        """The chosen form of all groups, as an equation in which k1, k2, … differ by group.

        `group_form_.text()` is `equation_`, and `group_form_.latex()` the same in LaTeX; `latex()`
        writes the equation of every group with its numbers. An exponent that differs is written
        as in exp(k2*log(x)). See `group_constants_` for an example.

        Raises:
            NotFittedError: Before the fit.
            MissingAttributeError: If the fit had no groups.
        """
        self._known_groups()
        [target] = symbols([self._target], beside=self._labels())
        return group_equation(self._group_discovery(), target=target, names=self._symbols())

    @property
    def equation_(self) -> str | list[str]:
        """The chosen equation with both sides, as text; a list of them for several outputs.

        After a fit with groups one equation, in which k1, k2, … differ by group: see
        `group_constants_` for an example.

        Raises:
            NotFittedError: Before the fit.
        """
        check_is_fitted(self)
        return super().equation_ if self.groups_ is None else self.group_form_.text()

    @property
    def verdict_(self) -> Verdict | list[Verdict]:
        """How far to trust the chosen formula; a list of verdicts for several outputs.

        After a fit with groups it is one, about all of them; see `fit` for an example.

        Raises:
            NotFittedError: Before the fit.
        """
        check_is_fitted(self)
        return super().verdict_ if self.groups_ is None else self.discoveries_[0].verdict

    @property
    def reason_(self) -> str | list[str]:
        """Why that is the verdict, and what to do next; a list of texts for several outputs.

        After a fit with groups it is one text, about all of them; see `fit` for an example.

        Raises:
            NotFittedError: Before the fit.
        """
        check_is_fitted(self)
        return super().reason_ if self.groups_ is None else str(self.discoveries_[0].reason)

    def _asks_groups(self, groups: Any) -> bool:  # noqa: ANN401
        """Say whether a prediction is one by group; refuse what does not go with the fit."""
        check_is_fitted(self)
        if (self.groups_ is None) != (groups is None):
            had, found = ("", "none") if groups is None else ("not ", "some")
            raise InvalidValueError(
                f"`groups` must {had}be given, as in the fit; found {found}. "
                + ("Leave it out." if had else "Give the name of each row's group.")
            )
        return groups is not None

    def _inputs(self, X: Any) -> FloatArray:  # noqa: ANN401
        check_is_fitted(self)
        return check_inputs(cast("BaseEstimator", self), X)

    def _by_group(
        self,
        X: Any,  # noqa: ANN401
        index: Index,
        *,
        groups: Any,  # noqa: ANN401
        compute: Callable[[Candidate, FloatArray], FloatArray],
    ) -> FloatArray:
        """Compute values `(rows, values)`, each row by the candidate of its group."""
        x, known = self._inputs(X), self._known_groups()
        asked = check_groups(groups, len(x))
        if unknown := [name for name in asked.names if name not in known]:
            raise UnknownNameError(
                f"`groups` must be among {', '.join(map(repr, known))}; found {unknown[0]!r}. "
                "Add it with `fit_group`."
            )
        parts: dict[int, FloatArray] = {}
        for code, name in enumerate(asked.names):
            rows, output = np.flatnonzero(asked.codes == code), known.index(name)
            candidate = choose_candidate(self.discoveries_, index, output=output)
            target = self.target_names_[output]
            warn_outside([candidate.formula], [target], x=x[rows], names=self._symbols())
            parts |= zip(rows.tolist(), compute(candidate, x[rows]), strict=True)
        return np.array([parts[row] for row in range(len(x))])

    def _known_groups(self) -> tuple[Label, ...]:
        check_is_fitted(self)
        if self.groups_ is None:
            raise MissingAttributeError(
                "the fit must have had `groups`; found one without. Give the name of each row's "
                "group to `fit`."
            )
        return self.groups_

    def _group_discovery(self) -> GroupDiscovery:
        return GroupDiscovery(discoveries=self.discoveries_, own=self._own)

    def _keep_groups(self, groups: tuple[Label, ...], found: GroupDiscovery) -> None:
        self.groups_, self.discoveries_, self._own = groups, found.discoveries, found.own
        self.target_names_ = tuple(f"{self._target}[{group}]" for group in groups)
        self._flat = False

    def _take_groups(
        self, groups: tuple[Label, ...], found: GroupDiscovery, *, table: GroupedTable
    ) -> None:
        self._target = table.planned.targets[0]
        self._keep_groups(groups, found)
        used = table.x[table.weight > 0]
        self.ranges_ = np.array([used.min(axis=0), used.max(axis=0)])
        names = [table.labels.names[code] for code in table.labels.codes]
        own = [np.array([name == group for name in names]) for group in groups]
        # A row of NaN is none.
        self.domain_violations_ = tuple(
            domain_violations(
                (each,), np.where(mask[:, None], table.x, np.nan), names=self._symbols()
            )[0]
            for each, mask in zip(found.discoveries, own, strict=True)
        )

    def _fitted_groups(self) -> FittedGroups | None:
        if self.groups_ is None:
            return None
        return FittedGroups(names=self.groups_, own=self._own, target=self._target)

    def _read_groups(self, groups: FittedGroups | None) -> None:
        self.groups_ = None if groups is None else groups.names
        if groups is not None:
            self._own, self._target = groups.own, groups.target
