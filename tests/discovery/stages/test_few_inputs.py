import numpy as np
import pytest

from nalm.discovery import Noise
from nalm.discovery._budget import Budget
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._few_inputs import FewInputs, few_inputs, has_many_inputs
from nalm.discovery.stages.products._monomial import PowerProduct
from nalm.discovery.stages.regressions._product_sums import WIDEST
from nalm.discovery.stages.regressions._regressions import Sums
from tests.discovery._laws import formula, problem, split, term
from tests.discovery._stages import run, state_of

STAGE = FewInputs(lambda inside: (PowerProduct(), Sums()))


def searched(law, *, inputs=WIDEST + 20, noise=0.01, seed=0):
    random = np.random.default_rng(seed)
    x = random.uniform(0.5, 3.0, (400, inputs))
    y = law(x)
    inner, outer = split(problem(x, y + noise * y.std() * random.standard_normal(400)))
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add(formula(term(1.0)))
    return state_of(pool)


def inputs_of(best):
    return {power.base for each in best.fit.formula.terms for power in each.powers}


def test_a_sum_of_products_of_few_of_many_inputs_is_found():
    state = searched(lambda x: 2 * x[:, 7] * x[:, 61] - 3 * x[:, 30] ** 2)
    run(STAGE, state)
    best = state.pool.best()
    assert inputs_of(best) == {7, 30, 61}
    assert best.explained > 0.999


def test_a_product_of_powers_is_seen_in_logarithms():
    state = searched(lambda x: x[:, 3] ** 2 / x[:, 44] * x[:, 12] ** 3 / x[:, 70] ** 2)
    assert (3, 12, 44, 70) in few_inputs(state, Budget())


@pytest.mark.parametrize(("inputs", "many"), [(WIDEST, False), (WIDEST + 1, True)])
def test_of_few_inputs_it_is_not_due(inputs, many):
    state = searched(lambda x: x[:, 0], inputs=inputs)
    assert has_many_inputs(state) is STAGE.due(state) is many


def test_without_an_input_that_acts_nothing_is_proposed():
    state = searched(lambda x: np.random.default_rng(9).standard_normal(len(x)))
    assert run(STAGE, state) == 0
