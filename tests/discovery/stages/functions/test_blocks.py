import numpy as np
import pytest

from nalm.discovery.stages.functions._blocks import Blocks

RANDOM = np.random.default_rng(0)
X = RANDOM.uniform(1, 3, (300, 2))
A, B = X.T
ONES = np.ones(300)


def curve(b):
    return np.column_stack([np.sin(b * A), np.cos(b * A)])


def blocks(y, x=X, root=ONES):
    return Blocks(x, y, root=root)


@pytest.mark.parametrize("y", [3 * ONES, A * B**2 - 2 * B + 1, B / A, np.zeros(300)])
def test_nothing_is_left_of_a_short_sum(y):
    assert blocks(y).is_explained


def test_a_sine_is_left():
    assert not blocks(np.sin(5 * A)).is_explained


def test_few_rows_tell_nothing():
    assert blocks(np.sin(5 * A)[:11], x=X[:11], root=ONES[:11]).is_explained


def test_a_sine_times_an_input_is_explained():
    left = blocks(2 * B + 4 * B * np.sin(5 * A))
    right, wrong = left.explained(curve(5.0)), left.explained(curve(6.0))
    assert right.score < -300 * 50
    assert right.score < wrong.score - 300 * 10
    # sin with the same coefficients as y, and no cosine beside it
    assert np.abs(right.coefficients[:, 1]).max() < 1e-6 * np.abs(right.coefficients[:, 0]).max()


def test_a_curve_alone_is_the_shorter_description_where_it_is_enough():
    left = blocks(A * B + np.sin(5 * A))
    both, alone = left.explained(curve(5.0)), left.explained(curve(5.0), alone=True)
    assert both.score == alone.score
    assert len(alone.coefficients) == 1


def test_a_curve_times_an_input_needs_its_factor():
    left = blocks(B * np.sin(5 * A))
    assert left.explained(curve(5.0)).score < left.explained(curve(5.0), alone=True).score


def test_any_smooth_curve_is_seen_along_its_own_argument():
    left = blocks(np.exp(0.8 * A) + 0.01 * RANDOM.standard_normal(300))
    assert left.curved(A) < left.curved(B) - 100
    assert left.curved(A, alone=True) < left.curved(B, alone=True) - 100


def test_rows_of_no_weight_do_not_count():
    root = np.where(np.arange(300) % 10, 1.0, 0.0)
    y = A * B + 100 * (root == 0)
    assert not blocks(y).is_explained
    assert blocks(y, root=root).is_explained


def test_a_curve_without_values_explains_nothing():
    assert blocks(np.sin(5 * A)).explained(np.full((300, 1), np.nan)).score == np.inf


def test_an_input_with_zeros_has_no_reciprocal():
    x = X.copy()
    x[:5, 0] = 0
    assert blocks(x[:, 0] * B + 2, x=x).is_explained
