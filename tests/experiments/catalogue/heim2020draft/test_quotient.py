"""Figure 1 shows seed 0 of four single layers."""

import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020draft import _quotient
from nalm.training import L1Norm
from tests.experiments.catalogue.heim2020._tiny import tiny, train

VIEW = entries()["heim2020draft/fig1"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    small = tiny(_quotient.TRAINING, units={"NPU", "NMU"}, seeds=2)
    return train(small, tmp_path_factory.mktemp("store") / "runs.db")


def test_there_is_a_map_per_model_and_function(runs):
    table = VIEW.compute(runs)
    sizes = table.groupby(["unit", "task"]).size()
    assert set(sizes) == {81 * 81}
    assert len(sizes) == 2 * 2
    assert table["error"].between(-3, 2).all()


def test_only_seed_zero_is_drawn(runs):
    assert VIEW.compute([run for run in runs if run.seed == 1]).empty


def test_only_the_npu_is_penalised_for_its_imaginary_weights_alone():
    for setting in _quotient.TRAINING.settings:
        measures = [penalty.measure for penalty in setting.recipe.penalties]
        expected = [L1Norm(parameters="*weight_imag")] if setting.unit == "NPU" else []
        assert measures == expected
        assert all(measure(setting.network()) == 0 for measure in measures)  # they start at 0


def test_the_npu_starts_small_and_positive():
    weight = _quotient.TRAINING.settings[0].network()[0].weight_real
    assert 0 <= weight.min() < weight.max() < 0.1


def test_the_variant_with_both_signs_trains_others_the_same_way():
    positive, signed = _quotient.TRAINING.settings, _quotient.SIGNED_TRAINING.settings
    assert {str(setting.interpolation) for setting in signed} == {"[-2,2)"}
    assert [s.recipe for s in signed[1:]] == [s.recipe for s in positive[1:]]
    assert signed[0].recipe.iterations == 40_000
