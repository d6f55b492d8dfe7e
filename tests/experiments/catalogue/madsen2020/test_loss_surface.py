import numpy as np
import pytest

from nalm.experiments.catalogue import entries

EPSILON = {"NAC• (ε = 1e-7)": 1e-7, "NAC• (ε = 0.1)": 0.1, "NAC• (ε = 1)": 1.0}


def surfaces(what):
    table = entries()[f"madsen2020/{what}"].compute()
    return {unit: rows.reset_index(drop=True) for unit, rows in table.groupby("unit")}


@pytest.fixture(scope="module")
def surface():
    return surfaces("fig2")


def at(rows, w1, w2):
    (error,) = rows.loc[np.isclose(rows["w1"], w1) & np.isclose(rows["w2"], w2), "error"]
    return error


def test_the_panels(surface):
    assert set(surface) == {*EPSILON, "NMU"}
    for unit, rows in surface.items():
        assert list(rows.columns) == ["unit", "w1", "w2", "error"]
        assert (rows["w1"].min(), rows["w1"].max()) == (-1, 1)
        assert (rows["w2"].min(), rows["w2"].max()) == (0 if unit == "NMU" else -1, 1)


@pytest.mark.parametrize("unit", EPSILON)
@pytest.mark.parametrize("w1, w2", [(1, 1), (0.5, -0.5), (-0.3, 0.7), (0, 0.2)])
def test_the_nac_is_its_equation(surface, unit, w1, w2):
    factors = [(abs(w1 * z) + EPSILON[unit]) ** w2 for z in (2.2, 6.0)]
    assert at(surface[unit], w1, w2) == pytest.approx(abs(13.2 - factors[0] * factors[1]))


@pytest.mark.parametrize("w1, w2", [(1, 1), (0.5, 0.5), (-0.3, 0.7), (0.4, 0)])
def test_the_nmu_is_its_equation(surface, w1, w2):
    factors = [w2 * w1 * z + 1 - w2 for z in (2.2, 6.0)]
    assert at(surface["NMU"], w1, w2) == pytest.approx(abs(13.2 - factors[0] * factors[1]))


def test_a_larger_epsilon_lowers_the_ridge_and_the_nmu_has_none(surface):
    large, middle, small, nmu = (surface[unit]["error"].max() for unit in (*EPSILON, "NMU"))
    assert large > 1e13 > 100 > middle > small
    assert max(small, nmu) < 20


def test_only_a_small_epsilon_leaves_the_solution_exact(surface):
    errors = [at(surface[unit], 1, 1) for unit in (*EPSILON, "NMU")]
    assert errors == pytest.approx([0, 0.83, 9.2, 0], abs=1e-6)


def test_the_figures_script_squares_the_error(surface):
    for unit, rows in surfaces("fig2-squared").items():
        np.testing.assert_allclose(rows["error"], surface[unit]["error"] ** 2)
