import numpy as np

from nalm.discovery.dynamics.candidates import _slope_strategy
from nalm.discovery.dynamics.candidates._slope_strategy import slope_strategy
from nalm.discovery.stages.cohorts._random_starts import RandomStarts
from nalm.discovery.stages.variations._closed_forms import ClosedForms
from nalm.discovery.strategy._strategy import Strategy


def stages(monkeypatch, given):
    monkeypatch.setattr(_slope_strategy, "default_strategy", lambda state: Strategy(stages=given))
    return slope_strategy(None).stages


def test_every_structure_is_tried_once_and_closed_forms_at_the_end(monkeypatch):
    one, two, closed = RandomStarts("one", 1), RandomStarts("two", 1), ClosedForms()
    found = stages(monkeypatch, (one, closed, two, closed, RandomStarts("one", 3), two))
    assert found == (one, two, ClosedForms(when_stuck=False))


def test_a_strategy_without_rounds_stays_as_it_is(monkeypatch):
    one = RandomStarts("one", 1)
    assert stages(monkeypatch, (one,)) == (one, ClosedForms(when_stuck=False))
    assert np.size(one) == 1
