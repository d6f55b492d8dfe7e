"""The message of Figure 3: where a naive power unit stops learning."""

import pytest

from nalm.experiments.catalogue import entries
from nalm.experiments.catalogue._heim2020 import _gradients

PANELS = ["NaiveNPU (real)", "NPU", "RealNPU, gate (1, 0)"]


@pytest.fixture(scope="module", params=["fig3", "fig3-printed"])
def surface(request):
    table = entries()[f"heim2020/{request.param}"].compute()
    return request.param, dict(list(table.groupby("unit")))


def test_every_panel_has_the_grid(surface):
    _, panels = surface
    assert sorted(panels) == sorted(PANELS)
    for rows in panels.values():
        assert len(rows) == 71 * 61
        assert (rows["w1"].min(), rows["w1"].max()) == (-1, 2.5)
        assert (rows["w2"].min(), rows["w2"].max()) == (-0.2, 1)
        assert rows["gradient"].between(0, _gradients.LARGEST).all()


def test_without_gates_a_sign_of_the_ignored_input_hides_the_gradient(surface):
    name, panels = surface
    flat = {
        unit: (rows["gradient"][rows["w2"] > 0.75] < 0.1).mean() for unit, rows in panels.items()
    }
    assert flat["NPU"] == 0
    if name == "fig3":
        assert flat["NaiveNPU (real)"] > 0.3
    else:  # inputs of one sign do not
        assert flat["NaiveNPU (real)"] == 0


def test_the_solution_has_no_gradient_without_imaginary_weights(surface):
    _, panels = surface
    at = {
        unit: rows["gradient"][(rows["w1"] == 1) & (rows["w2"] == 0)].item()
        for unit, rows in panels.items()
    }
    assert at["NaiveNPU (real)"] == pytest.approx(0, abs=1e-5)
    assert at["RealNPU, gate (1, 0)"] == pytest.approx(0, abs=1e-5)
    assert at["NPU"] > 0.1


def test_a_closed_gate_makes_its_weight_irrelevant(surface):
    _, panels = surface
    rows = panels["RealNPU, gate (1, 0)"]
    spread = rows.groupby("w1")["gradient"].agg(lambda values: values.max() - values.min())
    assert spread.max() == pytest.approx(0, abs=1e-9)
