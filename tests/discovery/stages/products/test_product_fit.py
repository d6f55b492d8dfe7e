import time

import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.products._product_fit import fit_product

LIMITS = Limits(largest=6.0)


def posed(exponents, *, noise, seed=0, rows=1000, signed=()):
    """Inputs over two decades; noise in units of the target's root mean square."""
    random = np.random.default_rng(seed)
    logs = random.uniform(np.log(0.1), np.log(10.0), (rows, len(exponents)))
    negative = random.random((rows, len(signed))) < 0.5
    columns = np.column_stack([np.ones(rows), logs])
    odd = [k for k, place in enumerate(signed) if exponents[place] % 2]
    y = np.exp(logs @ exponents) * np.where(negative[:, odd].sum(axis=1) % 2, -1.0, 1.0)
    y += noise * np.sqrt(np.mean(np.square(y))) * random.standard_normal(rows)
    return columns, y / np.sqrt(np.mean(np.square(y))), negative


@pytest.mark.parametrize("noise", [0.01, 0.1])
@pytest.mark.parametrize("signed", [(), (0, 1, 2, 3)])
@pytest.mark.parametrize("seed", range(3))
def test_exponents_are_found_where_most_rows_are_noise(noise, signed, seed):
    exponents = np.array([1.0, 2.0, -1.0, -3.0])
    columns, y, negative = posed(exponents, noise=noise, signed=signed, seed=seed)
    fit = fit_product(columns, y, root=np.ones(len(y)), negative=negative, limits=LIMITS)
    slope = columns * fit.values(columns)[:, None]
    variance = fit.miss / len(y) * np.diag(np.linalg.inv(slope.T @ slope))[1:]
    assert (np.abs(fit.numbers[1:] - exponents) < 4 * np.sqrt(variance)).all()


def test_without_noise_the_fit_is_exact():
    exponents = np.array([0.63, -1.7])
    columns, y, negative = posed(exponents, noise=0.0)
    fit = fit_product(columns, y, root=np.ones(len(y)), negative=negative, limits=LIMITS)
    assert np.allclose(fit.numbers[1:], exponents)
    assert np.allclose(fit.values(columns), y)


def test_a_row_of_weight_two_is_a_row_written_twice():
    columns, y, negative = posed(np.array([1.0, 2.0]), noise=0.1, rows=60, signed=(0,))
    twice = [np.concatenate([each, each[:9]]) for each in (columns, y, negative)]
    root = np.sqrt(np.where(np.arange(60) < 9, 2.0, 1.0))
    weighted = fit_product(columns, y, root=root, negative=negative, limits=LIMITS)
    written = fit_product(twice[0], twice[1], root=np.ones(69), negative=twice[2], limits=LIMITS)
    assert np.allclose(weighted.numbers, written.numbers, atol=1e-5)


def test_the_fit_ends_when_the_time_is_up():
    columns, y, negative = posed(np.array([1.0, 2.0]), noise=0.1)
    with pytest.raises(TimeIsUpError):
        fit_product(
            columns,
            y,
            root=np.ones(len(y)),
            negative=negative,
            limits=Limits(largest=6.0, budget=Budget(end=time.perf_counter())),
        )
