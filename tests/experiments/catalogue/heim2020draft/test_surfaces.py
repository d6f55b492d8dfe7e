"""The loss surfaces have the values that can be worked out by hand."""

import numpy as np
import pytest

from nalm.experiments.catalogue import entries

UNITS = ["RealNPU", "RealNaiveNPU", "NMU"]


def surface(what):
    table = entries()[f"heim2020draft/{what}"].compute()
    return {unit: rows.reset_index(drop=True) for unit, rows in table.groupby("unit")}


def at(rows, w1, w2):
    point = rows[np.isclose(rows["w1"], w1) & np.isclose(rows["w2"], w2)]
    assert len(point) == 1
    return point["error"].item()


@pytest.mark.parametrize("what", ["fig3", "fig4", "fig5"])
def test_the_grid_is_square_and_complete(what):
    panels = surface(what)
    assert sorted(panels) == sorted(UNITS)
    for rows in panels.values():
        assert (
            len(rows)
            == len(rows.drop_duplicates(["w1", "w2"]))
            == (41 if what == "fig5" else 101) ** 2
        )
        for axis in ("w1", "w2"):
            assert (rows[axis].min(), rows[axis].max()) == (-1, 1)


@pytest.mark.parametrize("unit", UNITS)
def test_without_weights_the_product_is_one(unit):
    assert at(surface("fig3")[unit], 0, 0) == pytest.approx((1 - 13.2) ** 2)


def test_a_half_open_gate_hides_the_solution_with_negative_sums():
    panels = surface("fig3")
    # Gates of 1/2 turn each sign by π/2, so the product is -(1.6 · 3.5): off the scale.
    assert at(panels["RealNPU"], -1, 1) == pytest.approx((13.2 + 1.6 * 3.5) ** 2)
    assert at(panels["RealNaiveNPU"], -1, 1) == pytest.approx(0, abs=1e-9)
    assert at(panels["NMU"], -1, 1) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("what", ["fig3", "fig4"])
@pytest.mark.parametrize("unit", ["RealNaiveNPU", "NMU"])
def test_the_solution_has_no_error(what, unit):
    assert at(surface(what)[unit], 1, 1) == pytest.approx(0, abs=1e-9)


def test_the_identity_is_found_where_the_small_input_is_dropped():
    panels = surface("fig5")
    for unit in ("RealNaiveNPU", "NMU"):
        assert at(panels[unit], 1, 0) == pytest.approx(0, abs=1e-9)
        assert at(panels[unit], 0, 0) == pytest.approx(4, rel=0.05)  # E[(1 - x)²] on U(-3, 3)
    assert at(panels["RealNaiveNPU"], 0, 1) == pytest.approx(3, rel=0.05)  # E[x²]
