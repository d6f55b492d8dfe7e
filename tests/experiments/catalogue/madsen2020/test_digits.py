"""The sequential digit tasks of the paper, their stand-ins and their views."""

import pytest

from nalm.experiments import Experiment, View, quick
from nalm.experiments.catalogue import entries
from nalm.tasks import DigitSource, Grouping


@pytest.mark.parametrize("name", ["product", "sum", "outputs", "interpolation"])
def test_what_needs_mnist_has_a_stand_in_that_does_not(name):
    experiment = entries()[f"madsen2020/sequential-{name}"]
    assert {s.interpolation.images for s in experiment.settings} == {DigitSource.MNIST}
    assert {s.interpolation.grouping for s in experiment.settings} == {Grouping.FIXED}
    small = quick(experiment)
    assert {s.interpolation.images for s in small.settings} == {DigitSource.DIGITS_8X8}
    assert {s.unit for s in small.settings} == {s.unit for s in experiment.settings}


def test_ten_epochs_are_the_task_of_the_paper_for_a_hundredth_of_its_steps():
    paper, brief = (entries()[f"madsen2020/sequential-product{end}"] for end in ("", "-10-epochs"))
    small = quick(brief)
    assert {s.interpolation.images for s in small.settings} == {DigitSource.DIGITS_8X8}
    for ours, theirs in zip(brief.settings, paper.settings, strict=True):
        assert ours.recipe.iterations * 100 == theirs.recipe.iterations
        assert (ours.unit, ours.task) == (theirs.unit, theirs.task)
        assert ours.interpolation == theirs.interpolation
        assert ours.extrapolation == theirs.extrapolation


@pytest.mark.parametrize("name", ["product", "sum"])
def test_views_show_their_experiments_with_the_paper_beside(name):
    view = entries()[f"madsen2020/sequential-{name}-lengths"]
    assert isinstance(view, View)
    assert view.experiment is entries()[f"madsen2020/sequential-{name}"]
    table = view.compute([])
    lengths = view.experiment.measurements[0].lengths
    assert table.groupby("unit").size().eq(len(lengths)).all()
    assert table["unit"].str.endswith("(paper)").all()
    assert isinstance(view.experiment, Experiment)
