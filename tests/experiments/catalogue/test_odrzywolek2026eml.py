import numpy as np
import pytest
import torch

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._odrzywolek2026eml import TARGETS, Ambiguity, near
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


@pytest.mark.parametrize(
    ("step", "hardened"), [(0, 0.0), (6_000, 0.0), (7_000, 0.5), (7_950, 0.975)]
)
def test_the_schedules_are_those_of_the_public_code(step, hardened):
    recipe = RECOVERY.settings[0].recipe
    now, nowhere = torch.tensor(step), torch.tensor(torch.inf, dtype=torch.float64)
    (buffer,) = recipe.scheduled_buffers
    temperature = 2.5 * (0.01 / 2.5) ** (hardened**2)
    assert buffer.schedule.weight(now, nowhere).item() == pytest.approx(temperature)
    search, hardening = recipe.optimizer.optimizers
    assert recipe.optimizer.milestones == (6_000,)
    assert search == hardening.optimizer
    rate = hardening.rate.factor((now - 6_000).clamp(min=0).double()).item()
    assert rate == pytest.approx(max(0.01, (1 - hardened) ** 2))


def test_the_objective_is_half_of_the_published_one():
    """Which is |y - t|² of complex numbers with a weight of 0.02; so its limit is 1."""
    setting = RECOVERY.settings[0]
    torch.manual_seed(0)
    tree, x = setting.network().double(), torch.rand(20, 2, dtype=torch.float64) + 1
    y, t = tree(x), setting.task.target(x, {})
    published = torch.complex(*(y - t).T).abs().square().mean() + 0.02 * Ambiguity()(tree)
    recipe = setting.recipe
    (penalty,), (clipping,) = recipe.penalties, recipe.clipping
    end = torch.tensor(recipe.iterations)
    weight = penalty.schedule.weight(end, torch.tensor(0.0, dtype=torch.float64))
    ours = recipe.loss(y, t, end) + weight * penalty.measure(tree)
    torch.testing.assert_close(2 * ours, published)
    assert 2 * clipping.limit == 1


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


@pytest.mark.parametrize("depth", TARGETS)
def test_without_noise_the_tree_near_a_function_is_it(depth):
    tree = near(TARGETS[depth], noise=0.0).double().eval()
    assert tree.formula(["x", "y"]) == TARGETS[depth].name
    x = torch.rand(20, 2, dtype=torch.float64) + 1
    torch.testing.assert_close(tree(x), TARGETS[depth].target(x, {}))


def test_noise_disturbs_a_start():
    torch.manual_seed(0)
    first, second = (near(TARGETS[5]) for _ in range(2))
    assert not torch.equal(first.leaves, second.leaves)
    assert (first.gates.abs() - 32).std().item() == pytest.approx(12, rel=0.3)
