import numpy as np
import pytest

from nalm.discovery.stages.regressions._degrees import Libraries
from nalm.discovery.stages.regressions._quotient_fit import NoisyTarget, Quotient, noisy_path


def made(law, inputs, *, noise, degrees, root=None, seed=0):
    """Draw a table, and the columns of both degrees."""
    rows = 800
    random = np.random.default_rng(seed)
    x = random.uniform(1, 5, (rows, inputs))
    y = law(*x.T)
    y = y + noise * np.sqrt(np.mean(y**2)) * random.standard_normal(rows)
    library, kept = Libraries(x).of(*degrees)
    root = np.ones(rows) if root is None else root
    columns = library.values * np.sqrt(rows)
    return NoisyTarget(columns=columns, y=y, root=root), kept, library.exponents


def products(kept, exponents):
    count = len(exponents)
    sides = kept[:count], kept[count:]
    return tuple({tuple(w) for w in exponents[side].astype(int).tolist()} for side in sides)


@pytest.mark.parametrize(("noise", "least"), [(0.01, 10), (0.1, 8)])
def test_the_centre_of_mass_is_on_the_path_of_most_draws(noise, least):
    law = lambda m, r, n, s: (m * r + n * s) / (m + n)  # noqa: E731
    count = 0
    for seed in range(10):
        target, kept, exponents = made(law, 4, noise=noise, degrees=(2, 1), seed=seed)
        supports = [products(each, exponents) for _, each in noisy_path(target, kept)]
        count += ({(1, 1, 0, 0), (0, 0, 1, 1)}, {(1, 0, 0, 0), (0, 0, 1, 0)}) in supports
    assert count >= least


@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_the_full_fit_leaves_the_noise_alone(noise):
    target, kept, _ = made(lambda a, b: (a + 2 * b) / (1 + a * b), 2, noise=noise, degrees=(2, 2))
    quotient, used = next(noisy_path(target, kept))
    assert (used == kept).all()
    assert np.sqrt(quotient.loss / np.mean(target.y**2)) == pytest.approx(noise, rel=0.1, abs=1e-6)
    assert quotient.loss == pytest.approx(target.loss(quotient.both))


def test_columns_leave_one_by_one_until_one_is_left_above_and_below():
    target, kept, exponents = made(lambda a: a / (1 + a), 1, noise=0.05, degrees=(2, 2))
    path = [*noisy_path(target, kept)]
    counts = [int(each.sum()) for _, each in path]
    assert counts == list(range(6, 1, -1))
    for quotient, each in path:
        assert (quotient.both[~each] == 0).all()
        assert all(products(each, exponents))


def test_rows_without_weight_do_not_count():
    law = lambda a, b: a / (a + b)  # noqa: E731
    root = np.ones(800)
    root[:60] = 0.0
    target, kept, _ = made(law, 2, noise=0.0, degrees=(1, 1), root=root)
    spoilt = target.y.copy()
    spoilt[:60] = 100.0
    spoilt = NoisyTarget(columns=target.columns, y=spoilt, root=root)
    quotient, _ = next(noisy_path(spoilt, kept))
    assert np.allclose(target.value(quotient.both)[0], target.y, rtol=1e-5)


def test_what_has_no_value_is_infinitely_far():
    target, _, _ = made(lambda a: a, 1, noise=0.0, degrees=(1, 1))
    for size in (0.0, 1e-200):
        nothing = Quotient(numerator=np.ones(2), denominator=np.full(2, size), loss=0.0)
        with np.errstate(all="ignore"):
            assert target.loss(nothing.both) == np.inf
