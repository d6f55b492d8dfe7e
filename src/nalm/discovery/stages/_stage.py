"""What a stage of the search is: it proposes formulas, and never judges them."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget, Limits
from nalm.discovery._jobs import ALONE, Jobs
from nalm.discovery.problem._dimensionless_groups import DimensionlessGroups
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows
from nalm.discovery.scoring._pool import Pool
from nalm.symbolic import Sum, evaluate

if TYPE_CHECKING:
    import torch

T = TypeVar("T")

FITTED = 800
"""Rows that regressions are fitted to, and that exponents are rounded on."""


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """A formula to be judged.

    Attributes:
        formula: Its measured numbers are where a fit begins.
        hits: How many random starts ended in it.
        restarts: How many random starts there were.
    """

    formula: Sum
    hits: int = 0
    restarts: int = 0


@dataclass(frozen=True, kw_only=True)
class SearchState:
    """Where a search stands: what was found, and the rows that stages look at.

    Attributes:
        pool: Every formula that was judged. Stages read it, the loop alone adds to it.
        groups: Products of inputs that formulas are made of: without units the inputs themselves.
        largest_exponent: Largest absolute exponent of a formula.
        max_terms: Most terms of one sum.
        starts: Random starts of each structure.
        seed: Of everything random.
        guesses: Formulas that the user, or an earlier search, begins with.
        functions: Names of the functions that a formula may have.
        jobs: Who makes searches within this one.
        tried: What need not be tried again; see `once`.
        latest: What stages computed last; see `cached`.
    """

    pool: Pool
    groups: DimensionlessGroups
    largest_exponent: float = 6.0
    max_terms: int = 4
    starts: int = 160
    seed: int = 0
    guesses: tuple[Sum, ...] = ()
    functions: tuple[str, ...] = ()
    jobs: Jobs = ALONE
    tried: set[Hashable] = field(default_factory=set[Hashable])
    latest: dict[str, tuple[Hashable, Any]] = field(default_factory=dict[str, tuple[Hashable, Any]])

    @cached_property
    def generator(self) -> "torch.Generator":
        """The random numbers of all starts."""
        import torch

        return torch.Generator().manual_seed(self.seed)

    @cached_property
    def rows(self) -> Problem:
        """The inner rows that stages fit formulas to: at most `FITTED`, drawn once."""
        return draw_rows(self.pool.inner, FITTED, seed=self.seed)

    @cached_property
    def reduced(self) -> Problem | None:
        """These rows as functions of the groups; `None` where that has no value."""
        return self.groups.reduced(self.rows)

    def answer(self) -> FloatArray | None:
        """Compute a simple formula that fits to the noise, as a function of the groups `(rows,)`.

        `None` if there is none.
        """
        if not self.pool.has_simple_answer():
            return None
        x = self.rows.x
        with np.errstate(all="ignore"):
            return evaluate(self.pool.best().fit.formula, x) / self.groups.factor(x)

    def limits(self, budget: Budget) -> Limits:
        """Return what the formulas of a stage may not exceed."""
        return Limits(largest=self.largest_exponent, budget=budget)

    def once(self, key: Hashable) -> bool:
        """Say whether a key comes for the first time, and note it."""
        is_new = key not in self.tried
        self.tried.add(key)
        return is_new

    def cached(self, name: str, key: Hashable, *, make: Callable[[], T]) -> T:
        """Return what `make` gave for this key, if that is the latest key under this name."""
        known = self.latest.get(name)
        if known is None or known[0] != key:
            known = self.latest[name] = key, make()
        return known[1]

    def within(self, groups: DimensionlessGroups) -> "SearchState":
        """Return the same search in groups of these groups, which has tried nothing yet."""
        return replace(self, groups=self.groups.of(groups), tried=set(), latest={})


class Stage(Protocol):
    """One way to find formulas.

    A stage has no state of its own: what it has to remember goes through `SearchState.once`.

    One with an attribute `is_owed` that is true is tried before a search ends that has found a
    simple formula, if it is due: out of turn, before what stands between.
    """

    @property
    def name(self) -> str:
        """What the progress display and `Candidate.found_by` call it."""
        ...

    def due(self, state: SearchState) -> bool:
        """Say whether it is worth its time now."""
        ...

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield formulas, the most promising first.

        Each is judged before the next is asked for, so that `state.pool` is up to date at every
        `yield`.

        Args:
            state: Where the search stands.
            budget: Its time; long work between two formulas calls `budget.check()`.
        """
        ...
