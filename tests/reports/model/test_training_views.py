import pytest

from nalm.errors import UnknownNameError
from nalm.experiments import View
from nalm.reports import TRAINING_VIEWS, training_view
from tests.reports.model._trained import SETTINGS, experiment

EXPERIMENT = experiment(*SETTINGS, seeds=2)


@pytest.mark.parametrize("name", TRAINING_VIEWS)
def test_a_view_belongs_to_its_experiment(name):
    view = training_view(name, EXPERIMENT)
    assert isinstance(view, View)
    assert view.drawn_from == EXPERIMENT.name
    assert view.name == f"paper/what-{name}"


def test_an_unknown_view_is_told_those_that_there_are():
    with pytest.raises(UnknownNameError, match="one of curves, weights, trajectories; found 'c'"):
        training_view("c", EXPERIMENT)
