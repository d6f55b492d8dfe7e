import numpy as np
import pytest
from scipy.special import erf

from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.curves import _written as written
from nalm.symbolic import Product, Sum, evaluate

R = np.linspace(0.3, 6, 9)
ALONG = Argument(exponents=(1.0,))


@pytest.mark.parametrize(("powers", "expected"), [
    (written.sigmoid(ALONG, b=1.2, d=3.0), 1 / (1 + np.exp(1.2 * (R - 3)))),
    (written.hill(ALONG, p=2.5, d=3.0), 1 / (1 + (R / 3) ** 2.5)),
    (written.gauss(ALONG, b=1.2, d=3.0), np.exp(-1.2 * (R - 3) ** 2)),
    (written.lorentz(ALONG, b=1.2, d=3.0), 1 / (1 + 1.2 * (R - 3) ** 2)),
    (written.softplus(ALONG, b=1.2, d=3.0), np.log(1 + np.exp(1.2 * (R - 3)))),
    (written.rectified(ALONG, b=1.2, d=3.1), (R - 3.1) / (1 - np.exp(-1.2 * (R - 3.1)))),
    (written.log_of_cosh(ALONG, 0.8), np.log(np.cosh(0.8 * R))),
    (written.stretched(ALONG, b=-0.5, p=1.5), np.exp(-0.5 * R**1.5)),
    (written.mean_of_exponential(ALONG, -0.8), (np.exp(-0.8 * R) - 1) / R),
    (written.energy_of_oscillator(ALONG, 0.7), R / (np.exp(0.7 * R) - 1)),
    (written.soliton(ALONG, b=1.44, d=3.0), np.cosh(1.2 * (R - 3)) ** -2),
    (written.lognormal(ALONG, b=1.2, d=3.0), np.exp(-1.44 * np.log(R / 3) ** 2)),
    (written.share_below(ALONG, b=1.2, d=3.0), erf(1.2 * np.log(R / 3))),
    (written.langevin(ALONG, 0.8), 1 / np.tanh(0.8 * R) - 1 / (0.8 * R)),
])  # fmt: skip
def test_powers_have_the_values_of_the_curve(powers, expected):
    assert evaluate(Sum((Product(1.0, powers),)), R[:, None]) == pytest.approx(expected, rel=1e-12)
