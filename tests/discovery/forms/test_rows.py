import numpy as np

from nalm.discovery.forms._rows import FormRows
from tests.discovery.forms._problems import X, decay, form


def test_residuals_vanish_at_the_truth_and_weights_count():
    rows = FormRows(form("a*exp(-b*x) + c"), X[:, None], y=decay(X), factor=2 * np.ones(40))
    assert np.abs(rows.residual(np.array([5, 0.4, 1]))).max() < 1e-14
    assert np.allclose(rows.residual(np.array([5, 0.4, 1.5])), 1.0)
    assert np.allclose(rows.slope(np.array([5, 0.4, 1]))[:, 2], 2)


def test_slopes_without_a_value_are_zero():
    rows = FormRows(form("a*log(x - b)"), X[:, None], y=X, factor=np.ones(40))
    assert np.isfinite(rows.slope(np.array([1.0, 3.0]))).all()
