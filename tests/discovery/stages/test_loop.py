from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery._budget import Budget, TimeIsUpError
from nalm.discovery._noise import Noise
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._loop import go_through, judge_all
from nalm.discovery.stages._stage import Proposal
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import state_of

LAW = formula(term(3.0, (0, Fraction(2))))
WRONG = formula(term(1.0, (0, Fraction(1))), term(1.0))


@dataclass(frozen=True)
class Tried:
    """A stage that notes when it was asked."""

    log: list = field(compare=False)
    formulas: tuple = (WRONG,)
    name: str = "tried"

    def due(self, state):
        return True

    def propose(self, state, budget):
        self.log.append(self.name)
        for each in self.formulas:
            yield Proposal(formula=each)


@dataclass(frozen=True)
class Owed(Tried):
    is_owed: bool = True


def state(constant=0.0):
    data = table(lambda a: 3 * a**2, [(1, 3)], rows=100, constant=constant)
    return state_of(Pool(*split(data), noises=(Noise.CONSTANT,)))


def test_an_exact_formula_ends_it():
    log, before = [], state()
    go_through((Tried(log, (LAW, WRONG)), Tried(log)), before, budget=Budget())
    assert log == ["tried"]
    assert len(before.pool) == 1


def test_a_formula_that_fits_to_the_noise_has_to_stay_the_best_for_some_stages():
    log, before = [], state(constant=0.1)
    go_through([Tried(log, (LAW,))] * 30, before, budget=Budget())
    assert len(log) == before.pool.rules.patience + 1


def test_what_is_owed_is_tried_before_it_ends():
    log, before = [], state(constant=0.1)
    stages = [*[Tried(log, (LAW,))] * 20, Owed(log, name="owed"), Tried(log, name="later")]
    go_through(stages, before, budget=Budget())
    assert log[-1] == "owed"


def test_what_is_owed_is_tried_out_of_turn():
    log, before = [], state(constant=0.1)
    stages = [*[Tried(log, (LAW,))] * 20, Tried(log, name="between"), Owed(log, name="owed")]
    go_through(stages, before, budget=Budget())
    assert log[-1] == "owed"
    assert "between" not in log


def test_a_gain_of_what_is_owed_keeps_it_from_ending():
    log, before = [], state(constant=0.1)
    rules = before.pool.rules
    near = formula(term(3.0, (0, Fraction(2))), term(0.5))
    first = [Tried(log, (near,))] * (rules.patience + 1)
    stages = [*first, *[Tried(log, name="after")] * 2, Owed(log, (LAW,), name="owed")]
    go_through(stages, before, budget=Budget())
    assert log[-3:] == ["owed", "after", "after"]


def test_each_stage_is_reported_with_its_place():
    told = []
    go_through(
        [Tried([], name="a"), Tried([], name="b")],
        state(constant=0.1),
        budget=Budget(),
        report=lambda place, stage: told.append((place, stage.name)),
    )
    assert told == [(0, "a"), (1, "b")]


def test_its_time_ends_it():
    over = Budget(begin=-2.0, end=-1.0)
    before = state()
    with pytest.raises(TimeIsUpError):
        go_through([Tried([])], before, budget=over)
    assert len(before.pool) == 0
    judge_all(Tried([]), before, budget=over, checked=False)
    assert len(before.pool) == 1


@pytest.mark.parametrize("error", [OverflowError, np.linalg.LinAlgError])
def test_numbers_beyond_doubles_end_a_stage_and_not_the_search(error):
    class Overflowing:
        name = "overflowing"

        def due(self, state):
            return True

        def propose(self, state, budget):
            yield Proposal(formula=formula(term(2.0, (0, 1))))
            raise error

    before = state()
    judge_all(Overflowing(), before, budget=Budget())
    assert len(before.pool) == 1
