import numpy as np

from nalm.discovery import Noise
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._without_outliers import WithoutOutliers
from nalm.discovery.stages.regressions._regressions import Sums
from tests.discovery._laws import formula, problem, split, term
from tests.discovery._stages import run, state_of

STAGE = WithoutOutliers(lambda inside: (Sums(),))


def searched(*, far):
    x = np.random.default_rng(0).uniform(1, 4, (60, 1))
    y = 2 * x[:, 0] ** 2 + 0.5 * x[:, 0] + 0.01 * np.random.default_rng(1).standard_normal(60)
    y[far] += 300.0
    inner, outer = split(problem(x, y))
    pool = Pool(inner, outer, noises=(Noise.CONSTANT, Noise.OUTLIERS))
    pool.add(formula(term(1.0, (0, 2))))
    return state_of(pool)


def test_the_other_rows_are_searched_once():
    state = searched(far=[5])
    assert run(STAGE, state) > 0
    assert state.pool.best().far_off == 1
    assert run(STAGE, state) == 0


def test_without_outliers_it_is_not_due():
    assert not STAGE.due(searched(far=[]))
