from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery.numerics._rounding import rounding
from nalm.discovery.problem._rows import take_rows
from nalm.discovery.scoring._predictions import explained_by, predictions
from nalm.discovery.scoring._refit import refit
from tests.discovery._laws import formula, problem, split, term

LINE = formula(term(1.0, (0, 1)))


def fitted(noise, *, far=()):
    x = np.random.default_rng(0).uniform(1, 4, (100, 1))
    y = 2 * x[:, 0] + 0.1 * np.random.default_rng(1).standard_normal(100)
    inner, outer = split(problem(x, y))
    outer.y[list(far)] += 50.0
    fit = refit(LINE, inner, noise=noise)
    return fit, inner, outer, predictions(fit, outer, noise=noise, inner=inner)


@pytest.mark.parametrize("noise", [Noise.CONSTANT, Noise.OUTLIERS])
def test_a_law_is_missed_by_its_noise(noise):
    *_, outside = fitted(noise)
    assert 0.3 < outside.prediction_error < 2
    assert not outside.is_far.any()


def test_a_row_far_off_counts_for_one_where_noise_has_outliers():
    assert fitted(Noise.CONSTANT, far=[3])[-1].prediction_error > 1000
    fit, inner, outer, outside = fitted(Noise.OUTLIERS, far=[3])
    assert outside.prediction_error < 2
    assert np.flatnonzero(outside.is_far).tolist() == [3]
    assert explained_by(fit, inner, outer=outer, is_far=outside.is_far) > 0.99
    assert explained_by(fit, inner, outer=outer, is_far=np.zeros(len(outer.y), dtype=bool)) < 0.9


def test_held_out_rows_are_missed_by_no_less_than_their_rounding():
    x = np.arange(60.0)
    data = problem(x, np.round(1.8 * x + 32))
    # Five rows of one remainder are missed alike: their spread says nothing of the others.
    same = x % 5 == 0
    rounded = replace(data, rounding=rounding(data.y))
    errors = []
    for each in (data, rounded):
        inner, outer = (take_rows(each, np.flatnonzero(k)) for k in (same, ~same))
        inner.y[0] += 1e-2
        fit = refit(formula(*LINE.terms, term(1.0)), inner, noise=Noise.CONSTANT)
        found = predictions(fit, outer, noise=Noise.CONSTANT, inner=inner)
        errors.append(found.prediction_error)
    assert errors[0] > 1000
    assert 0.5 < errors[1] < 2


def test_many_rows_far_off_contradict():
    assert fitted(Noise.OUTLIERS, far=range(8))[-1].prediction_error > 1000


def test_rows_on_which_y_is_0_have_no_relative_error():
    x = np.random.default_rng(0).uniform(0.1, 4, (100, 1))
    inner, outer = split(problem(x, 2 * x[:, 0] + 0.01))
    outer.y[: len(outer.y) // 2 + 1] = 0.0
    fit = refit(LINE, inner, noise=Noise.CONSTANT)
    assert predictions(fit, outer, noise=Noise.CONSTANT, inner=inner).error < 0.1
