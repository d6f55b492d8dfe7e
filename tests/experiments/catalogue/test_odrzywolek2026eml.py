import numpy as np
import pytest
import torch

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._odrzywolek2026eml import Ambiguity
from nalm.networks import EMLTree
from nalm.reports import published_number

RECOVERY = entries()["odrzywolek2026eml/recovery"]


def test_depths_and_starts():
    found = [(s.parameter.value, s.unit) for s in RECOVERY.settings]
    assert [depth for depth, _ in found] == [2] * 4 + [3] * 4 + [4] * 4 + [5] * 2 + [6] * 2
    assert all(s.task.depth == s.network().depth == s.parameter.value for s in RECOVERY.settings)


def test_the_target_has_a_value_at_every_point():
    for setting in RECOVERY.settings[::4]:
        for points in (setting.interpolation, setting.extrapolation):
            x = np.array(points.values)
            assert np.isfinite(setting.task.target(x, {})).all()
    assert len(RECOVERY.settings[0].interpolation.values) == 441
    assert len(RECOVERY.settings[12].interpolation.values) < 441


def test_ambiguity_is_zero_where_choices_are_made():
    tree = EMLTree(2, depth=2)
    tree.leaves.data, tree.gates.data = torch.zeros(4, 3), torch.zeros(3, 2)
    assert Ambiguity()(tree).item() == pytest.approx(np.log(3) + 0.25, rel=1e-5)
    tree.leaves.data[:, 1], tree.gates.data[:] = 200.0, 200.0
    assert Ambiguity()(tree).item() == pytest.approx(0, abs=1e-6)


def test_published_rates():
    rates = {}
    for setting in RECOVERY.settings:
        labels = setting.labels()
        labels.pop("extrapolation")
        rate = published_number(RECOVERY.name, "success_rate", **labels).value
        rates.setdefault(setting.parameter.value, []).append(rate)
    assert {depth: np.mean(each) for depth, each in rates.items()} == pytest.approx(
        {2: 1, 3: 17 / 64, 4: 15 / 64, 5: 2 / 128, 6: 0}, abs=1e-4
    )
