"""Formulas with binomials, sought near the best formula so far, in several shapes."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol, final

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery._budget import Budget, Limits
from nalm.discovery._noise import noise_size
from nalm.discovery.problem._problem import Problem
from nalm.discovery.problem._rows import draw_rows
from nalm.discovery.rewriting._properties import largest_exponent
from nalm.discovery.stages._stage import Proposal, SearchState
from nalm.discovery.stages.products._binomials import Binomials, dictionary
from nalm.discovery.stages.products._factored import factored
from nalm.discovery.stages.products._product_plus_binomial import product_plus_binomial
from nalm.discovery.stages.products._working_response import WorkingResponse, working_response
from nalm.symbolic import Sum, evaluate, form_key


class Shape(Protocol):
    """Yield formulas of one form that are promising for a response: see `factored`."""

    def __call__(
        self, problem: Problem, response: WorkingResponse, *, binomials: Binomials, limits: Limits
    ) -> Iterator[Sum]: ...


SHAPES: tuple[Shape, ...] = (factored, product_plus_binomial)
BESIDE_AN_ANSWER = 300
"""Rows that choices are compared on where a simple formula fits to the noise: all are searched for
the law itself, which much noise hides."""
AT_TARGET = 3e-3
"""Relative distance from the target, root mean square, of what tells no more than the target.

On logarithmic scale the two differ by its square.
"""


@final
@dataclass(frozen=True)
class NearbyBinomials:
    """Formulas with binomials near the target itself, then near each best formula, once.

    Attributes:
        when_stuck: Only after steps without a gain.
    """

    name: str = "binomials"
    when_stuck: bool = False
    is_owed: ClassVar[bool] = True
    """A simple formula may be all but one with a binomial."""

    def due(self, state: SearchState) -> bool:
        """Where formulas may have several terms, and the best one was not searched near before."""
        if state.max_terms < 2 or (self.when_stuck and not state.pool.is_stuck):
            return False
        near: list[Hashable] = [form_key(state.pool.best().fit.formula)]
        near += [] if state.pool.has_simple_answer() else [None]
        return any((key, shape) not in state.tried for key in near for shape in SHAPES)

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        """Yield formulas near the target; if these are known, near the best formula.

        The target itself is left out if a simple formula fits to the noise: the formula's values
        have none. So is a formula that is all but the target.
        """
        limits = state.limits(budget)
        near_target = () if state.pool.has_simple_answer() else SHAPES
        new = [shape for shape in near_target if state.once((None, shape))]
        for shape in new:
            yield from formulas_near(
                shape, state, limits=limits, rows=state.rows, values=state.rows.y
            )
        if not new:
            yield from _near_best(state, limits)


def _near_best(state: SearchState, limits: Limits) -> Iterator[Proposal]:
    for shape in SHAPES:
        best, rows = state.pool.best(), state.rows
        if not state.once((form_key(best.fit.formula), shape)):
            continue
        if state.pool.has_simple_answer():
            rows = draw_rows(rows, BESIDE_AN_ANSWER, seed=state.seed)
        with np.errstate(all="ignore"):
            values = evaluate(best.fit.formula, rows.x)
            distance = np.sqrt(np.mean(np.square(rows.y / values - 1)))
            if (None, shape) in state.tried and distance < AT_TARGET:
                continue
            # The response is of constant noise: rows are weighted by what the noise of the best
            # formula is.
            size = noise_size(best.fit.formula, rows.x, noise=best.noise)
            weight = rows.weight / np.square(size)
        weighted = replace(rows, weight=weight)
        yield from formulas_near(shape, state, limits=limits, rows=weighted, values=values)


def formulas_near(
    shape: Shape,
    state: SearchState,
    *,
    limits: Limits,
    rows: Problem,
    values: FloatArray,
    poles: bool = False,
) -> Iterator[Proposal]:
    """Yield formulas of one shape near values that nearly fit the data.

    Args:
        shape: Their form.
        state: Of the search.
        limits: What may not be exceeded.
        rows: The data.
        values: That nearly fit them `(rows,)`.
        poles: With binomials of both signs alone, of which there are few.
    """
    reduced = state.groups.reduced(rows)
    if reduced is None:
        return
    with np.errstate(all="ignore"):
        response = working_response(reduced, values / state.groups.factor(rows.x))
    if response is None:
        return
    # The dictionary depends on the inputs alone, and takes long: all shapes share it.
    binomials = state.cached(
        "binomials",
        (response.logs.tobytes(), poles),
        make=lambda: dictionary(response.logs, response.negative, poles=poles),
    )
    for formula in shape(reduced, response, binomials=binomials, limits=limits):
        restored = state.groups.restored(formula)
        if largest_exponent(restored) <= limits.largest:
            yield Proposal(formula=restored)
