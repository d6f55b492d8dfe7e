import numpy as np
import pytest

from nalm.discovery._budget import Budget, Limits, TimeIsUpError
from nalm.discovery.stages.regressions._few_of_many import inputs_that_act
from tests.discovery._laws import problem

LIMITS = Limits(largest=6.0)


def drawn(law, *, inputs=90, rows=400, noise=0.0, centred=False, seed=0):
    random = np.random.default_rng(seed)
    x = random.standard_normal((rows, inputs)) if centred else random.uniform(1, 3, (rows, inputs))
    y = law(x)
    return problem(x, y + noise * y.std() * random.standard_normal(rows))


def test_inputs_that_act_alone_are_found_among_many():
    law = lambda x: 2 * x[:, 5] + x[:, 70] ** 2 - 3 * x[:, 31]  # noqa: E731
    assert set(inputs_that_act(drawn(law, noise=0.05), LIMITS)) == {5, 31, 70}


def test_a_product_whose_factors_have_no_effect_alone_is_found():
    law = lambda x: x[:, 4] * x[:, 60]  # noqa: E731
    data = drawn(law, noise=0.1, centred=True)
    assert abs(np.corrcoef(data.x[:, 4], data.y)[0, 1]) < 0.3
    assert set(inputs_that_act(data, LIMITS)) == {4, 60}


@pytest.mark.parametrize("seed", range(3))
def test_noise_has_no_inputs(seed):
    law = lambda x: np.random.default_rng(seed + 100).standard_normal(len(x))  # noqa: E731
    assert inputs_that_act(drawn(law, seed=seed), LIMITS) == ()


def test_neither_scales_nor_units_of_the_columns_matter():
    data = drawn(lambda x: x[:, 8] * x[:, 9], noise=0.01)
    scaled = problem(data.x * 10.0 ** np.linspace(-200, 200, 90), data.y * 1e120)
    assert inputs_that_act(scaled, LIMITS) == inputs_that_act(data, LIMITS)


def test_it_ends_with_the_time():
    budget = Budget.start(0.0)
    with pytest.raises(TimeIsUpError):
        inputs_that_act(drawn(lambda x: x[:, 0]), Limits(largest=6.0, budget=budget))
