from dataclasses import replace

from nalm.discovery.dynamics.candidates._candidates import ENOUGH, rank
from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.symbolic import Sum, same_form
from tests.discovery.dynamics._trajectories import ONE, PREY, found, lotka_volterra, term

DATA = smooth_trajectories(read(*lotka_volterra(share=0.01))[0])
HELD = outermost(DATA)
LINE = Sum((term(1.0, (0, ONE)), term(-1.0, (1, ONE))))
ROOT_OF_NEGATIVE = Sum((term(1.0, (Sum((term(-ONE, (0, ONE)),)), 0.5)),))
SEARCH = found([LINE, PREY, ROOT_OF_NEGATIVE])


def ranked(data=DATA, pool=SEARCH.candidates):
    return rank(data, SEARCH, pool=pool, state=0, time=False, held=HELD)


def test_the_law_is_chosen_and_what_has_no_solution_stays_as_found():
    result = ranked()
    assert result.chosen == 1
    assert same_form(result.best(1)[0], PREY)
    assert result.formula_of(2) == ROOT_OF_NEGATIVE
    assert result.complete


def test_at_the_deadline_one_is_judged_and_it_says_so():
    result = ranked(replace(DATA, deadline=0.0), [SEARCH.candidates[0]] * ENOUGH)
    assert len(result.judged) == len(result.pool) == 1
    assert not result.complete


def test_more_candidates_of_a_state_may_be_better():
    both = ranked(pool=SEARCH.candidates[:1]).joined(ranked(pool=SEARCH.candidates[1:2]))
    assert both.chosen == 1
