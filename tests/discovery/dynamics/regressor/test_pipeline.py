import signal

import numpy as np
import pytest

from nalm.discovery.dynamics.measurements._trajectories import read
from nalm.discovery.dynamics.regressor import _pipeline
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.strategy._search import SearchOptions
from nalm.errors import UnfinishedWarning
from nalm.symbolic import Sum, evaluate
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, found, lotka_volterra, term

# A second of a busy machine may not be enough to integrate, which is said.
pytestmark = pytest.mark.filterwarnings("ignore:the integration of the candidates")

LINE = Sum((term(1.2, (0, ONE)), term(-1.0, (1, ONE))))


@pytest.fixture
def searches(monkeypatch):
    """The searches' answers, and what they were asked."""
    calls = []

    def answer(planned, options, *, earlier, verbose, initial, budget):
        calls.append((planned.targets, earlier))
        laws = {"prey": PREY, "predator": PREDATOR}
        return tuple(found([laws[name], LINE]) for name in planned.targets)

    monkeypatch.setattr(_pipeline, "search_outputs", answer)
    return calls


def run(groups=(), earlier=(), *, rows=40, max_time=1.0):
    trajectories, _ = read(*lotka_volterra(rows=rows))
    specification = FitSpecification(names=("prey", "predator"), groups=groups, time=False)
    return _pipeline.discover(
        trajectories,
        specification,
        options=SearchOptions(max_time=max_time, functions=()),
        earlier=earlier,
        verbose=0,
    )[1]


@pytest.mark.thorough
def test_every_state_is_searched_but_the_last_of_a_conserved_group(searches):
    run()
    run(groups=((0, 1),))
    assert [targets for targets, _ in searches] == [("prey", "predator"), ("prey",)]


@pytest.mark.thorough
def test_an_earlier_fit_gives_the_guesses(searches):
    earlier = (found([PREY, LINE]), found([PREDATOR, LINE]))
    run(earlier=earlier)
    assert list(searches[0][1]) == list(earlier)


@pytest.mark.thorough
def test_usual_sums_lead_the_searches_and_spare_them_where_nothing_is_left(monkeypatch):
    seen = []

    def answer(planned, options, *, earlier, verbose, initial, budget):
        seen.append((budget.end - budget.begin, initial))
        return (found([LINE]), found([LINE]))

    monkeypatch.setattr(_pipeline, "search_outputs", answer)
    result = run(rows=400, max_time=60.0)
    (seconds, own), *_ = seen
    assert seconds == pytest.approx(_pipeline.MOMENT)
    assert own[0][0].terms != LINE.terms
    x = np.array([[2.0, 1.5], [9.0, 4.0]])
    for formula, law in zip(result.system.formulas, (PREY, PREDATOR), strict=True):
        assert evaluate(formula, x) == pytest.approx(evaluate(law, x), abs=1e-6)
    assert all(each.complete for each in result.discoveries)


def test_an_interrupt_keeps_the_searches_choice(searches, monkeypatch):
    def interrupt(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(_pipeline, "assemble", interrupt)
    with pytest.warns(UnfinishedWarning, match="before its equations were integrated"):
        result = run()
    x = np.array([[2.0, 1.5], [9.0, 4.0]])
    for formula, law in zip(result.system.formulas, (PREY, PREDATOR), strict=True):
        assert evaluate(formula, x) == pytest.approx(evaluate(law, x), abs=0.01)


def test_an_interrupt_in_a_search_ends_the_fit_too(monkeypatch):
    def answer(planned, options, *, earlier, verbose, initial, budget):
        with budget.interruptible():
            signal.raise_signal(signal.SIGINT)
        return (found([PREY, LINE]), found([PREDATOR, LINE]))

    def assemble(*args, **options):
        raise AssertionError("the user wanted no more")

    monkeypatch.setattr(_pipeline, "search_outputs", answer)
    monkeypatch.setattr(_pipeline, "assemble", assemble)
    with pytest.warns(UnfinishedWarning, match="before its equations were integrated"):
        result = run()
    assert not any(each.complete for each in result.discoveries)
