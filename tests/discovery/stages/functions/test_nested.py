from dataclasses import dataclass

import numpy as np

from nalm.discovery._budget import Budget
from nalm.discovery._noise import Noise
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import Baselines
from nalm.discovery.stages._stage import Proposal
from nalm.discovery.stages.functions._nested import KEPT, PROPOSALS, briefly, nested, within
from nalm.discovery.stages.functions._view import THROUGH, View
from nalm.discovery.stages.products._monomial import PowerProduct
from nalm.symbolic import Call, as_formula, to_text
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import state_of

COSINE = Call("cos", as_formula(2))
ANGLE = View(functions=(COSINE,), left_out=(2,))
BY_POWERS = (Baselines(), PowerProduct())


def state(law=lambda a, b, c: 3 * a / b * np.cos(c)):
    data = table(law, [(1, 3), (1, 3), (0.1, 1.4)], rows=100)
    return state_of(Pool(*split(data), noises=(Noise.CONSTANT, Noise.RELATIVE)))


def of_angle(budget=None, *, stages=BY_POWERS):
    """Return what is proposed through the cosine."""
    time = Budget() if budget is None else budget
    [proposals] = nested(state(), [ANGLE], stages=lambda _: stages, budget=lambda: time)
    return proposals


@dataclass(frozen=True)
class Endless:
    """A stage that never ends by itself."""

    name: str = "endless"

    def due(self, state):
        return True

    def propose(self, state, budget):
        while True:
            yield Proposal(formula=formula(term(1.0)))


def test_what_a_view_finds_is_written_in_the_inputs_of_the_search():
    first, *_ = of_angle()
    assert to_text(first.formula, ["a", "b", "c"]) == "3*a*cos(c)/b"


def test_few_formulas_of_a_view_are_proposed():
    found = list(of_angle())
    assert 1 <= len(found) <= KEPT


@dataclass(frozen=True)
class Steep:
    """A stage whose formula has a large exponent."""

    name: str = "steep"

    def due(self, state):
        return True

    def propose(self, state, budget):
        yield Proposal(formula=formula(term(1.0, (0, 45), (1, -1))))


def test_exponents_that_are_not_tried_are_not_proposed():
    texts = [
        to_text(each.formula, ["a", "b", "c"]) for each in of_angle(stages=(*BY_POWERS, Steep()))
    ]
    assert texts[0] == "3*a*cos(c)/b"
    assert not any("^45" in text for text in texts)


def test_its_time_ends_it_with_what_was_found():
    over = Budget(begin=-2.0, end=-1.0)
    assert list(of_angle(over)) == []
    stages = (*BY_POWERS, Endless())
    first, *_ = of_angle(Budget.start(1.0), stages=stages)
    assert to_text(first.formula, ["a", "b", "c"]) == "3*a*cos(c)/b"


def test_without_a_limit_a_brief_stage_ends():
    (stage,) = briefly(Endless())
    assert stage.name == "endless"
    assert stage.due(state())
    assert len(list(stage.propose(state(), Budget()))) == PROPOSALS


def test_the_noise_is_that_of_the_search_unless_the_target_is_seen_otherwise():
    outside = state(lambda a, b, c: a / b * np.exp(c))
    assert within(outside, ANGLE).pool.noises == outside.pool.noises
    assert within(outside, View(seen=THROUGH[0])).pool.noises == (Noise.CONSTANT,)


def test_a_view_without_values_is_not_searched():
    logarithm = Call("log", formula(term(-1.0, (0, 1.0))))
    view = View(functions=(logarithm,))
    assert within(state(), view) is None
    assert not list(nested(state(), [view], stages=lambda _: BY_POWERS, budget=Budget))
