import numpy as np
import pytest

from nalm.discovery.stages.functions._leftover import Leftover

RNG = np.random.default_rng(0)
ROWS = 60
SUM = np.linalg.qr(RNG.normal(size=(ROWS, 3)))[0]
GOAL = RNG.normal(size=ROWS)
U = np.outer(RNG.uniform(0, 3, ROWS), [0.5, 1.0, 2.0])
CURVES = {1: np.exp(U)[None], 2: np.stack([np.sin(U), np.cos(U)])}


def by_least_squares(columns, base):
    found = []
    for number in range(columns.shape[2]):
        every = np.hstack([base, columns[:, :, number].T])
        found.append(np.linalg.lstsq(every, GOAL, rcond=None)[1].item())
    return found


@pytest.mark.parametrize("curves", CURVES.values(), ids=["one", "sine and cosine"])
@pytest.mark.parametrize("base", [SUM, SUM[:, :0]], ids=["sum", "none"])
def test_what_is_left_is_that_of_least_squares(curves, base):
    products = RNG.uniform(0.5, 2, (ROWS, 4))
    rest = Leftover(base, GOAL)
    both = rest.beside_products(curves, products)
    for own, product in zip(both, products.T, strict=True):
        expected = by_least_squares(curves * product[:, None], base)
        assert rest.beside(curves * product[:, None]) == pytest.approx(expected)
        assert own == pytest.approx(expected)


def test_what_the_sum_has_already_is_of_no_use():
    rest = Leftover(SUM, GOAL)
    assert rest.beside(SUM[None, :, :1]).tolist() == [np.inf]
    assert rest.beside_products(SUM[None, :, :1], np.ones((ROWS, 1))).tolist() == [[np.inf]]


def test_no_value_is_of_no_use():
    columns = np.full((1, ROWS, 2), np.nan)
    assert Leftover(SUM, GOAL).beside(columns).tolist() == [np.inf] * 2
