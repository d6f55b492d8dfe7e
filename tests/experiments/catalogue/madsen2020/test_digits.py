import numpy as np
import pytest
import torch

from nalm.experiments import Experiment, Measured, View, quick
from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._madsen2020._digit_lengths import LengthErrors, success_by_length
from nalm.tasks import DigitSource, Grouping
from tests.experiments.catalogue._training import train

PRODUCT = entries()["madsen2020/sequential-product-8x8"]
MEASURE = LengthErrors(lengths=(1, 2, 20))
TINY = {"iterations": 2, "evaluate_every": 1, "evaluation_rows": 20}


@pytest.fixture(scope="module")
def runs():
    by_unit = {setting.unit: setting for setting in PRODUCT.settings}
    return [
        run
        for unit in ("Reference", "NMU", "LSTM")
        for run in train(by_unit[unit], seeds=3, **TINY)
    ]


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


def test_only_the_models_with_r_z_have_its_penalty():
    for name in ("product", "sum"):
        experiment = entries()[f"madsen2020/sequential-{name}"]
        for setting in experiment.settings:
            assert len(setting.recipe.penalties) == 1 + setting.unit.endswith("R_z")


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


def test_the_error_of_the_training_length_is_the_test_error(runs):
    run = runs[0]
    sequences = run.setting.extrapolation
    index = sequences.groups(np.random.RandomState(88253339))
    pixels, digits = sequences.held_part()
    x = np.concatenate([pixels[index].reshape(len(index), -1), digits[index]], axis=1)
    t = run.setting.task.target(x, {})
    y = run.network()(torch.tensor(x, dtype=torch.float32))
    expected = ((y.detach().numpy() - t) ** 2).mean()
    found = {each.task: each.value for each in MEASURE(run)}
    assert found["length 2"] == pytest.approx(expected, rel=1e-4)
    assert list(found) == ["length 1", "length 2", "length 20"]


def test_a_length_without_enough_images_is_left_out(runs):
    assert len(LengthErrors(lengths=(2, 1000))(runs[0])) == 1


def test_success_is_measured_against_the_reference(runs, monkeypatch):
    errors = {"Reference": [1.0, 2.0, 3.0], "NMU": [2.0, 2.5, 90.0], "LSTM": [7.0, 8.0, 9.0]}
    errors = {unit: iter(values) for unit, values in errors.items()}

    def measure(self, run):
        return [Measured("length_error", next(errors[run.setting.unit]), "length 1")]

    monkeypatch.setattr(LengthErrors, "__call__", measure)
    table = success_by_length(runs, measure=MEASURE).set_index("unit")
    assert table.loc["NMU", "success_rate"] == pytest.approx(2 / 3)
    assert table.loc["LSTM", "success_rate"] == 0
    assert table["threshold"].iloc[0] == pytest.approx(6.021, abs=1e-3)
    assert table["runs"].eq(3).all()


def test_a_reference_run_that_did_not_solve_it_does_not_raise_the_threshold(runs, monkeypatch):
    values = iter([1.0, 1.0 + 1e-6, 1e6, *[5.0] * 6])
    monkeypatch.setattr(
        LengthErrors, "__call__", lambda self, run: [Measured("e", next(values), "length 1")]
    )
    table = success_by_length(runs, measure=MEASURE)
    assert table["threshold"].iloc[0] < 1.1
