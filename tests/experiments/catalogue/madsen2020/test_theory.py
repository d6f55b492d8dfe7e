import numpy as np
import pytest
from scipy.integrate import quad

from nalm.experiments.catalogue import entries


def computed(what):
    return entries()[f"madsen2020/{what}"].compute()


@pytest.fixture(scope="module")
def gradients():
    return computed("gradient-expectation").set_index(["quantity", "parameter"])


def test_the_papers_product_is_zero_for_m_hat_and_not_for_w_hat(gradients):
    m_hat = gradients.loc[("product of expectations", "m̂")]
    assert m_hat["low"] < 0 < m_hat["high"]
    w_hat = gradients.loc[("product of expectations", "ŵ")]
    assert w_hat["high"] < -100
    assert m_hat["high"] - m_hat["low"] < 0.05


def test_the_expectation_itself_is_small_but_positive_for_m_hat(gradients):
    # The gradient holds 2 x² W, and E[W tanh(ŵ) σ'(m̂)] = E[tanh²(ŵ)] E[σ(m̂) σ'(m̂)] > 0.
    r = 0.50659
    tanh_squared = quad(lambda w: np.tanh(w) ** 2, -r, r)[0] / (2 * r)
    sigma = lambda m: 1 / (1 + np.exp(-m))  # noqa: E731
    slope = quad(lambda m: sigma(m) ** 2 * (1 - sigma(m)), -r, r)[0] / (2 * r)
    expected = 2 * (7 / 3) * tanh_squared * slope  # E[x²] = 7/3 on [1,2)
    found = gradients.loc[("expectation", "m̂")]
    assert found["low"] < expected < found["high"]
    assert found["low"] > 0


def test_expected_outputs():
    table = computed("output-expectation")
    nac, nmu = (table[table["unit"] == unit] for unit in ("NAC•", "NMU"))
    assert (nac["high"] >= 1).all()
    assert (nac.loc[~np.isclose(nac["z"], 1, atol=0.3), "low"] > 1).all()
    exact = ((1 + nmu["z"]) / 2) ** nmu["hidden size"]
    inside = (nmu["low"] <= exact + 1e-9) & (exact <= nmu["high"] + 1e-9)
    assert inside.mean() > 0.7
    np.testing.assert_allclose(nmu["mean"], exact, rtol=0.05)


def test_moments():
    table = computed("moments")
    assert len(table) == 100
    small = table[np.isclose(table["r_w"], 0.1)]
    assert (small["error"] < 0.005).all()
    np.testing.assert_allclose(abs(table["approximation"] - table["mean"]), table["error"])
    # Without logarithms: at r_z = 2 the mean input is 1, so the approximation is 1 for any r_w.
    np.testing.assert_allclose(table.loc[np.isclose(table["r_z"], 2), "approximation"], 1)
    assert ((table["low"] < table["mean"]) & (table["mean"] < table["high"])).all()


def test_moments_are_those_of_the_integral():
    table = computed("moments")
    (row,) = table[np.isclose(table["r_w"], 0.3) & np.isclose(table["r_z"], 3)].to_dict("records")

    def factor(z):  # the mean over W of z^W
        exponent = 0.3 * np.log(z)
        return np.sinh(exponent) / exponent

    expected = (quad(factor, 0, 1)[0] + quad(factor, 1, 3)[0]) / 3
    assert row["low"] < expected < row["high"]
