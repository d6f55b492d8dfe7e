"""The order of the stages, as data."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, final

from nalm.discovery.problem._rows import rows_with_logarithms
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._few_inputs import FewInputs, has_many_inputs
from nalm.discovery.stages._guesses import Guesses
from nalm.discovery.stages._one_ratio_stage import OneRatio
from nalm.discovery.stages._stage import SearchState, Stage
from nalm.discovery.stages._without_outliers import WithoutOutliers
from nalm.discovery.stages.cohorts._random_starts import RandomStarts
from nalm.discovery.stages.cohorts._schedule import schedule
from nalm.discovery.stages.curves._separate_inputs import SeparateInputs
from nalm.discovery.stages.curves._usual_arguments import FEW
from nalm.discovery.stages.curves._usual_curves import UsualCurves
from nalm.discovery.stages.functions._affine_stage import AffineExponentials, Exponentials
from nalm.discovery.stages.functions._nested import briefly
from nalm.discovery.stages.functions._stages import (
    FunctionFactors,
    FunctionTerms,
    SeenThrough,
    Substitutions,
)
from nalm.discovery.stages.functions._sums_stage import FunctionSums, ShortSums
from nalm.discovery.stages.functions._view import THROUGH
from nalm.discovery.stages.products._backfitting import Backfitting
from nalm.discovery.stages.products._binomial_search import NearbyBinomials
from nalm.discovery.stages.products._monomial import PowerProduct
from nalm.discovery.stages.products._poles import Poles
from nalm.discovery.stages.regressions._regressions import QuadraticRoots, Sums, SumsAndQuotients
from nalm.discovery.stages.variations._closed_forms import ClosedForms

SIMPLE = 3
"""Structures that are trained before sums of many products, and functions, are sought."""
MORE, MORE_IN_PLACE = 2, 4
"""Further ones that are trained before functions are sought, and where one has been found."""


@final
@dataclass(frozen=True, kw_only=True)
class Strategy:
    """Which stages a search goes through, in this order; a stage may come several times.

    Before the first of them the mean and the plane are judged, which all others have to beat.

    Attributes:
        stages: The stages. A stage of your own is an object with the three members of `Stage`.

    Example:
        >>> from nalm.discovery import PowerProduct, SumsAndQuotients
        >>> [stage.name for stage in Strategy(stages=(PowerProduct(), SumsAndQuotients())).stages]
        ['product of powers', 'sums and quotients']
    """

    stages: tuple[Stage, ...] = field()

    def without(self, name: str) -> "Strategy":
        """Return the same order without the stages of this name or class.

        Args:
            name: A stage's name, or the name of its class.
        """
        kept = (s for s in self.stages if name not in (s.name, type(s).__name__))
        return Strategy(stages=tuple(kept))

    def followed_by(self, *stages: Stage) -> "Strategy":
        """Return the same order with more stages at its end."""
        return Strategy(stages=(*self.stages, *stages))


def default_strategy(state: SearchState) -> Strategy:
    """Return the order that the benchmarks are run with.

    Simple formulas come first, then random starts of simple structures, then what is systematic,
    and then larger structures; after each of these, what lies near the best formula so far.

    Args:
        state: The search at its beginning: how many inputs and rows it has decides.
    """
    return Strategy(stages=tuple(_stages(state, more=MORE)))


def _stages(state: SearchState, *, more: int) -> Iterator[Stage]:
    yield from (PowerProduct(), Guesses(), *((OF_FEW_INPUTS,) if has_many_inputs(state) else ()))
    functions = _functions(state)
    if rows_with_logarithms(state.rows) is None:  # too many zeros for logarithms
        yield from (*functions.first, SumsAndQuotients(), *functions.usual, *functions.late)
        return
    features, many = len(state.groups.exponents), state.pool.rules.many_inputs
    plan = schedule(state.max_terms, features=features, rows=len(state.pool.inner.y))
    starts = [RandomStarts(*each) for each in plan]
    # The time of a start grows with the cube of the inputs.
    simple = SIMPLE if features <= 2 * many else 1
    early = simple + more if FEW < features <= many else simple
    # A fit of eighty inputs takes most of a second, and there are many.
    in_turn = () if has_many_inputs(state) else (Backfitting(),)
    yield from (*in_turn, Poles(), *functions.first, SumsAndQuotients(products=False))
    # Again where an answer, beside which the first is not due, did not last.
    yield from (OneRatio(), *starts[:simple], OneRatio(), *functions.clear)
    yield from (*starts[simple:early], *functions.early, SumsAndQuotients(), *functions.usual)
    if len(starts) >= (SIMPLE if features <= many else 1):  # else too few rows for the larger ones
        yield from (NearbyBinomials(), QuadraticRoots(), ClosedForms())
    yield from (*functions.late, WITHOUT_OUTLIERS)
    for each in starts[early:]:
        # Due only where the search is stuck: see `ClosedForms.when_stuck`.
        yield from (each, NearbyBinomials(when_stuck=True), ClosedForms())


class _Functions(NamedTuple):
    """Stages that find functions; without functions none is due.

    Attributes:
        first: What is seldom mistaken, and found in a moment.
        clear: What is worth a search before larger structures.
        early: What is worth one before sums of products of many inputs.
        usual: The usual functions, found in a moment, and what is likely.
        late: What searches once more for each of many functions.
    """

    first: tuple[Stage, ...] = ()
    clear: tuple[Stage, ...] = ()
    early: tuple[Stage, ...] = ()
    usual: tuple[Stage, ...] = ()
    late: tuple[Stage, ...] = ()


def _functions(state: SearchState) -> _Functions:
    usual = (UsualCurves(), FunctionFactors(), SeparateInputs(), OF_A_SHORT_SUM)
    inputs = len(state.groups.exponents)
    if inputs <= FEW:  # little is left beside a function in their place
        # Of one input, the usual curves have what a function beside it could give.
        more = (POSSIBLE, FunctionTerms(), OF_A_SUM) if inputs > 1 else (OF_POWERS,)
        return _Functions(
            first=(Exponentials(),),
            usual=(*usual, FunctionSums(), PLAIN),
            late=(SeenThrough(), *more),
        )
    late = (POSSIBLE, FunctionSums(), SeenThrough(), OF_FUNCTIONS, FunctionTerms(), OF_A_SUM)
    if inputs > state.pool.rules.many_inputs:  # of which polynomials tell little
        return _Functions(usual=usual, late=late)
    return _Functions(
        first=(Exponentials(), AffineExponentials()),
        clear=(CLEAR,),
        early=(PLAIN,),
        usual=(*usual, LIKELY),
        late=late,
    )


def _in_place(state: SearchState) -> tuple[Stage, ...]:
    """List the stages for what a substitution leaves: more of these, and no other functions."""
    left_out = {type(stage) for group in _functions(state) for stage in group} - {Substitutions}
    stages = _stages(state, more=MORE_IN_PLACE)
    return tuple(stage for stage in stages if type(stage) not in left_out)


def _whole(state: SearchState) -> tuple[Stage, ...]:
    """List the stages for what is searched once more on its own."""
    return default_strategy(state).stages


OF_FEW_INPUTS = FewInputs(_whole)
WITHOUT_OUTLIERS = WithoutOutliers(_whole)
CLEAR = Substitutions(_in_place, better=0.35, share=0.35)
"""Laws without functions seldom seem to have one so clearly."""
PLAIN = Substitutions(_in_place, better=0.5, share=0.25)
LIKELY = Substitutions(_in_place, better=0.8, share=0.6)
POSSIBLE = Substitutions(_in_place, better=0.92, share=0.5)
THROUGH_FUNCTIONS = tuple(each for each in THROUGH if each.name)
OF_A_SHORT_SUM = SeenThrough(
    name="function of a short sum",
    stages=(Baselines(), PowerProduct(), ShortSums()),
    through=THROUGH_FUNCTIONS,
    is_owed=True,
)
OF_FUNCTIONS = SeenThrough(
    name="function of functions",
    stages=(Baselines(), LIKELY),
    through=THROUGH_FUNCTIONS,
    share=0.3,
)
OF_A_SUM = SeenThrough(
    name="function of a sum",
    stages=(Baselines(), *briefly(Sums(), FunctionTerms(share=0.3))),
)
OF_POWERS = SeenThrough(name="function of a sum", stages=(Baselines(), *briefly(Sums())))
"""The usual curves have the others of one input."""
