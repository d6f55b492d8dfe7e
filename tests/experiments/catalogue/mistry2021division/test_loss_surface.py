import numpy as np
import pytest

from nalm.experiments.catalogue import entries


@pytest.fixture(scope="module")
def surface():
    table = entries()["mistry2021division/fig7"].compute()
    return {unit: rows.reset_index(drop=True) for unit, rows in table.groupby("unit")}


def at(rows, w1, w2):
    point = rows[np.isclose(rows["w1"], w1) & np.isclose(rows["w2"], w2)]
    assert len(point) == 1
    return point["error"].item()


@pytest.mark.parametrize("unit, low", [("Real NPU", -1), ("NRU", -1), ("NMRU", 0)])
def test_the_grid_covers_the_units_weights(surface, unit, low):
    rows = surface[unit]
    assert list(rows.columns) == ["unit", "w1", "w2", "error"]
    assert (rows["w1"].min(), rows["w1"].max()) == (-1, 1)
    assert (rows["w2"].min(), rows["w2"].max()) == (low, 1)
    assert len(rows) == 201 * (201 if low else 101)


@pytest.mark.parametrize("unit", ["Real NPU", "NRU", "NMRU"])
def test_both_solutions_have_no_error(surface, unit):
    # The Real NPU adds 2⁻²³ to each factor, which changes the product by about 1e-6.
    assert at(surface[unit], 1, 1) == pytest.approx(0, abs=2e-6)
    assert at(surface[unit], -1, 1) == pytest.approx(0, abs=2e-6)


@pytest.mark.parametrize("unit", ["Real NPU", "NRU", "NMRU"])
def test_without_weights_the_product_is_one(surface, unit):
    assert at(surface[unit], 0.5, 0) == pytest.approx(13.2 - 1)


def test_values_between_are_the_equations(surface):
    assert at(surface["Real NPU"], 0.5, 0.5) == pytest.approx(13.2 - (1.1 * 3.0) ** 0.5, abs=1e-6)
    assert at(surface["NRU"], 0.5, -1) == pytest.approx(13.2 - 1 / 3.3)
    assert at(surface["NMRU"], 0.5, 0.5) == pytest.approx(13.2 - 1.05 * 2.0)


def test_only_units_with_weights_of_both_signs_explode_near_zero(surface):
    assert surface["Real NPU"]["error"].max() > 1e13
    assert surface["NRU"]["error"].max() > 700
    assert surface["NMRU"]["error"].max() < 20


def test_every_point_has_a_value(surface):
    for unit in ("Real NPU", "NRU", "NMRU"):
        assert np.isfinite(surface[unit]["error"]).all()


def test_a_product_with_zero_has_no_sign_in_the_nru(surface):
    # At w1 = 0 both inputs of the second layer are 0, whose sign is 0, so the output is 0.
    assert at(surface["NRU"], 0, -0.5) == pytest.approx(13.2)
