import numpy as np
import pytest

from nalm.discovery.stages.regressions._quadratic_root_fit import Target, fit_quadratic_roots

X = np.random.default_rng(0).uniform(0.5, 2, (400, 2))
PRODUCTS = np.column_stack([np.ones(400), X, X[:, 0] * X[:, 1]])
ROOT = np.ones(400)
CHOICES = np.array([[1, 2, 7], [0, 1, 7], [0, 0, 4]])  # B = x, z; C = x z: the law; two others


def binding(noise=0.0, *, above=False, seed=1):
    """y² = (x + z) y - 0.4 x z."""
    total = X.sum(axis=1)
    root = np.sqrt(total**2 / 4 - 0.4 * PRODUCTS[:, 3])
    y = total / 2 + (root if above else -root)
    return y + noise * np.random.default_rng(seed).standard_normal(400)


def target(y, root=ROOT):
    columns = np.column_stack([PRODUCTS, X**2]) * root[:, None]
    smooth = columns @ np.linalg.lstsq(columns, y * root, rcond=None)[0]
    return Target(y=y, smooth=smooth, root=root)


@pytest.mark.parametrize("above", [False, True])
def test_the_coefficients_of_the_law_are_found(above):
    found = fit_quadratic_roots(PRODUCTS, target(binding(above=above)), choices=CHOICES)
    assert found.coefficients[0] == pytest.approx([1, 1, -0.4], rel=1e-9)
    assert bool(found.above[0]) is above
    assert found.misfit[0] < 1e-20 < 1e-6 < found.misfit[1]


def test_noise_of_the_target_does_not_bias_them():
    """Least squares of the equation itself would."""
    found = [
        fit_quadratic_roots(PRODUCTS, target(binding(0.004, seed=k)), choices=CHOICES[:1])
        for k in range(40)
    ]
    values = np.array([each.coefficients[0] for each in found])
    spread = np.array([each.deviations[0] for each in found])
    mean, error = values.mean(axis=0), values.std(axis=0) / np.sqrt(len(found))
    assert (np.abs(mean - [1, 1, -0.4]) < 4 * error).all()
    assert spread.mean(axis=0) == pytest.approx(values.std(axis=0), rel=0.4)
    assert np.sqrt(np.mean([each.misfit for each in found])) == pytest.approx(0.004, rel=0.05)


def test_a_choice_of_columns_that_say_the_same_is_not_used():
    found = fit_quadratic_roots(PRODUCTS, target(binding()), choices=CHOICES)
    assert np.isinf(found.misfit[2])


def test_a_choice_is_fitted_alike_alone_and_beside_others():
    alone = fit_quadratic_roots(PRODUCTS, target(binding(0.01)), choices=CHOICES[1:2])
    beside = fit_quadratic_roots(PRODUCTS, target(binding(0.01)), choices=CHOICES)
    assert alone.coefficients[0] == pytest.approx(beside.coefficients[1], rel=1e-9)


def test_rows_of_no_weight_do_not_count():
    y, root = binding(), ROOT.copy()
    y[:50], root[:50] = 9.0, 0.0
    found = fit_quadratic_roots(PRODUCTS, target(y, root), choices=CHOICES[:1])
    assert found.coefficients[0] == pytest.approx([1, 1, -0.4], rel=1e-6)
