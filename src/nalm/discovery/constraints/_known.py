"""What is known of one target: constraints in the inputs of a search, and where they hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.constraints._conditions import Condition, Misses
from nalm.discovery.constraints._kinds import Bounded, Constraint, Monotone, Slope, Value
from nalm.discovery.constraints._places import Places, checked
from nalm.discovery.constraints._projection import KEPT, Equalities
from nalm.discovery.constraints._proof import Inequality, counterexample, decide
from nalm.symbolic import Sum, parameters

SAMPLES = 48
"""Points of a range on which each formula of a search is tried; the chosen one is proved."""


class Finding(NamedTuple):
    """What a formula does with a constraint.

    Attributes:
        constraint: As text.
        is_kept: Whether that is shown; None where it is neither shown nor refuted.
        where: On which range, or where it is broken, in words.
    """

    constraint: str
    is_kept: bool | None
    where: str

    def __str__(self) -> str:
        """Return a sentence."""
        if self.is_kept is None:
            return f"Not shown to hold{self.where}: {self.constraint}."
        word = "Holds" if self.is_kept else "Broken"
        return f"{word}{self.where}: {self.constraint}."


@final
@dataclass(frozen=True, kw_only=True, eq=False)
class Known:
    """Hold the constraints on one target; `known_of` makes it.

    Attributes:
        constraints: Of this target.
        places: The inputs, and the ranges of their data.
        size: Of the target.
    """

    constraints: tuple[Constraint, ...]
    places: Places
    size: float

    def breaks(self, formula: Sum) -> bool:
        """Say whether a formula is seen to break a constraint, on some points of each range.

        Args:
            formula: Of the inputs of the search.
        """
        if self.equalities and not self._are_kept(self.misses(formula)).all():
            return True
        parts = np.random.default_rng(0).random((SAMPLES, len(self.places.names)))
        return any(
            counterexample(each, formula, x=each.points(parts)) is not None
            for each in self._inequalities
        )

    def findings(self, formula: Sum) -> tuple[Finding, ...]:
        """Prove of each constraint that a formula keeps it, or breaks it.

        Args:
            formula: Of the inputs of the search.
        """
        kept = iter(self._are_kept(self.misses(formula)).tolist())
        inequalities = iter(self._inequalities)
        return tuple(
            Finding(str(each), next(kept), "")
            if isinstance(each, Value | Slope)
            else self._finding(each, next(inequalities), formula)
            for each in self.constraints
        )

    def misses(self, formula: Sum) -> FloatArray:
        """Compute by how much equalities are missed, in units of the target `(equalities,)`.

        Args:
            formula: Of the inputs of the search.

        Returns:
            NaN where there is no value, or no limit that can be read off.
        """
        return np.array([each.missed_by(formula) for each in self._conditions])

    def equalities_of(self, formula: Sum, basis: FloatArray | None) -> Equalities:
        """Return the equalities as functions of the measured numbers of a formula.

        Args:
            formula: Whose numbers may move.
            basis: Orthonormal directions in which they may `(numbers, directions)`; None for all.
        """
        own = Misses(self._conditions, formula, span=self.places.span)
        free = np.eye(len(parameters(formula))) if basis is None else basis
        return Equalities(own.at, own.slopes, free)

    @cached_property
    def equalities(self) -> tuple[Value | Slope, ...]:
        """Constraints that a fit of the numbers keeps."""
        return tuple(each for each in self.constraints if isinstance(each, Value | Slope))

    @cached_property
    def _conditions(self) -> tuple[Condition, ...]:
        read = (Condition.read(each, self.places, size=self.size) for each in self.equalities)
        return tuple(read)

    @cached_property
    def _inequalities(self) -> tuple[Inequality, ...]:
        made = (self._inequality(each) for each in self.constraints)
        return tuple(each for each in made if each is not None)

    def _are_kept(self, missed: FloatArray) -> np.ndarray:
        return np.abs(missed) <= KEPT  # not where it is no number

    def _inequality(self, each: Constraint) -> Inequality | None:
        if isinstance(each, Value | Slope):
            return None
        low, high = self.places.box(each)
        least, most, place, unit = -np.inf, np.inf, None, self.size
        if isinstance(each, Bounded):
            least, most = each.lower, each.upper
        else:
            place = self.places.place_of(each, each.input)
            unit = self.size / self.places.span[place]
            least, most = (0.0, np.inf) if each.rising else (-np.inf, 0.0)
        # Exactly, what touches a bound would break it by a rounding.
        return Inequality(
            low=low,
            high=high,
            least=least - KEPT * unit,
            most=most + KEPT * unit,
            place=place,
            span=self.places.span,
        )

    def _finding(self, each: Bounded | Monotone, inequality: Inequality, formula: Sum) -> Finding:
        is_kept, point = decide(inequality, formula)
        if point is not None:
            return Finding(str(each), False, f" at {self.places.text(point)}")
        is_named = len(each.within) == len(self.places.names)
        where = "" if is_named else f" for {self.places.range_text(each)}"
        return Finding(str(each), True if is_kept else None, where)


def known_of(
    constraints: Sequence[Constraint],
    places: Places,
    *,
    target: str,
    targets: Sequence[str],
    y: FloatArray,
) -> Known | None:
    """Choose the constraints of one target; None without any.

    Args:
        constraints: Of all targets.
        places: The inputs, and the ranges of their data.
        target: Its name.
        targets: Names of all.
        y: Its values `(rows,)`.

    Raises:
        InvalidValueError: If one names no target or no input, lacks an input, or contradicts
            another.
    """
    own = checked(constraints, places, target=target, targets=targets)
    if not own:
        return None
    return Known(constraints=own, places=places, size=float(np.abs(y).max(initial=0.0)) or 1.0)
