import itertools
from dataclasses import replace
from types import SimpleNamespace

from nalm.discovery.dynamics.candidates import _joint
from nalm.discovery.dynamics.candidates._candidates import rank
from nalm.discovery.dynamics.candidates._joint import choose
from nalm.discovery.dynamics.candidates._outermost import outermost
from nalm.discovery.dynamics.measurements._smoothed import smooth_trajectories
from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.symbolic import Sum
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, found, lotka_volterra, term

DATA = smooth_trajectories(read(*lotka_volterra(share=0.01))[0])
HELD = outermost(DATA)
LONGER = Sum((*PREY.terms, term(0.01, (1, 2 * ONE))))
LINE = Sum((term(1.0, (0, ONE)), term(-1.0, (1, ONE))))


def ranked(of_prey=(LONGER, PREY)):
    result = {}
    for state, formulas in enumerate((of_prey, [LINE, PREDATOR])):
        search = found(formulas)
        result[state] = rank(
            DATA, search, pool=search.candidates, state=state, time=False, held=HELD
        )
    return result


def test_the_system_of_the_laws_is_chosen_among_those_tried():
    chosen = choose(DATA, ranked(), groups=(), time_is_input=False, held=HELD)
    assert chosen.places == {0: 1, 1: 1}
    assert chosen.judged.score == min(each.score for each in chosen.tried.values())
    assert len(chosen.tried) > 2
    assert chosen.complete


def test_at_the_deadline_the_best_of_each_state_make_the_system():
    late = replace(DATA, deadline=0.0)
    chosen = choose(late, ranked(), groups=(), time_is_input=False, held=HELD)
    assert chosen.places == {0: 1, 1: 1}
    assert len(chosen.tried) == 1
    assert not chosen.complete


def test_a_choice_is_complete_once_every_second_best_was_tried(monkeypatch):
    several = ranked([LONGER, LINE, PREY])
    whole = choose(DATA, several, groups=(), time_is_input=False, held=HELD)
    assert whole.complete
    for systems in range(1, len(whole.tried)):
        # Only what is tried after the first system looks at the clock.
        readings = itertools.chain(itertools.repeat(0.0, systems - 1), itertools.repeat(2.0))
        monkeypatch.setattr(_joint, "time", SimpleNamespace(perf_counter=readings.__next__))
        late = replace(DATA, deadline=1.0)
        chosen = choose(late, several, groups=(), time_is_input=False, held=HELD)
        assert len(chosen.tried) == systems
        assert chosen.complete == (systems > len(several))
        assert chosen.judged.score == min(each.score for each in chosen.tried.values())
