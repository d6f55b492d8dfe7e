"""Division of digits: what is learnt, by which networks, and from which pairs."""

import numpy as np
import torch

from nalm.experiments.catalogue import entries
from nalm.networks import AtOnce, Quotient
from nalm.tasks import DigitPart
from nalm.units import NRU, RealNPU

EXPERIMENT = entries()["mistry2021division/digits-8x8"]


def first(unit):
    return next(each for each in EXPERIMENT.settings if each.unit == unit)


def test_every_model_learns_ten_folds_with_five_seeds():
    units = ["Division", "MLP", "Real NPU (modified)", "NRU", "NMRU", "SPU"]
    assert [each.unit for each in EXPERIMENT.settings] == [u for u in units for _ in range(10)]
    assert EXPERIMENT.seeds == 5


def test_the_folds_of_a_model_train_together():
    by_unit = {}
    for setting in EXPERIMENT.settings:
        by_unit.setdefault(setting.unit, set()).add(setting.run(0).signature)
    assert all(len(signatures) == 1 for signatures in by_unit.values())


def test_pairs_of_the_test_set_do_not_occur_in_training():
    for setting in EXPERIMENT.settings:
        assert setting.interpolation.fold == setting.extrapolation.fold
        assert setting.extrapolation.part is DigitPart.TEST
        x = setting.extrapolation.draw(np.random.RandomState(0), (100, 130))
        held = {tuple(pair) for pair in setting.interpolation.held_out().tolist()}
        assert {tuple(pair) for pair in x[:, -2:].astype(int).tolist()} <= held


def test_the_target_is_the_quotient_of_the_digits():
    x = np.zeros((1, 130))
    x[0, -2:] = 6.0, 4.0
    assert first("NMRU").task.target(x, {}).tolist() == [[1.5]]


def test_a_unit_divides_what_the_image_network_reads():
    network = first("Real NPU (modified)").network()
    network.sequence.unit.weight.data = torch.tensor([[1.0, -1.0]])
    network.sequence.unit.gate.data = torch.ones(2)
    x = torch.randn(7, 130)
    network.eval()
    read = network.image(x[:, :128].reshape(-1, 1, 8, 8)).reshape(7, 2)
    assert ((read >= 1) & (read <= 9)).all()
    torch.testing.assert_close(network(x)[:, 0], read[:, 0] / read[:, 1])
    assert isinstance(network.sequence.unit, RealNPU)
    assert isinstance(first("Division").network().sequence.unit, Quotient)
    assert isinstance(first("NRU").network().sequence, AtOnce)
    assert isinstance(first("NRU").network().sequence.unit, NRU)


def test_only_units_are_regularised():
    without = {s.unit for s in EXPERIMENT.settings if not s.recipe.penalties}
    assert without == {"Division", "MLP"}
