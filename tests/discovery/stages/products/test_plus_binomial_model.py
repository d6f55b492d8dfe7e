import numpy as np
import pytest

from nalm.discovery.stages.products._plus_binomial_model import FREE, PlusBinomialModel
from nalm.discovery.stages.products._working_response import working_response
from tests.discovery._laws import table


def model(data, *, q=0.5, free=True, b=0.3):
    """Of d a + c b^v (1 + b a)^q."""
    response = working_response(data, data.y)
    a = np.exp(response.logs[:, 0])[None]
    parts = {"parts": b * a, "q": np.array([q]), "free": np.array([free])}
    return response, PlusBinomialModel(response, a, **parts)


def data(rows=60):
    return table(lambda a, b: 2 * a + 5 * b * np.sqrt(1 + 0.3 * a), [(1, 4)] * 2, rows=rows)


def truth(response):
    """d, log |a|, log |b| beside the b to begin with, and v."""
    return np.array([[2 / response.scale, np.log(5 / response.scale), 0.0, 0.0, 1.0]])


def test_the_law_leaves_nothing():
    response, exact = model(data())
    assert exact.misfit(truth(response))[0] < 1e-24


@pytest.mark.parametrize("place", range(FREE + 2))
@pytest.mark.parametrize("free", [True, False])
def test_a_small_change_of_a_number_changes_the_misfit_to_second_order_at_the_law(place, free):
    response, exact = model(data(), free=free)
    changed = [truth(response) for _ in range(2)]
    changed[0][0, place] += 1e-4
    changed[1][0, place] += 2e-4
    near, far = (exact.misfit(each)[0] for each in changed)
    assert far / near == pytest.approx(4, rel=1e-2)


@pytest.mark.parametrize("place", [0, 1, 2, 3, 4])
def test_steps_from_beside_lead_to_the_law(place):
    """Quadratic convergence: the slopes are those of the model."""
    response, exact = model(data())
    numbers = truth(response)
    numbers[0, place] *= 1.01
    numbers[0, place] += 0.01
    misfits = [exact.misfit(numbers)[0]]
    for _ in range(3):
        numbers = exact.stepped(numbers)
        misfits.append(exact.misfit(numbers)[0])
    assert misfits[1] < 1e-3 * misfits[0]
    assert misfits[3] < 1e-20
    assert np.allclose(numbers, truth(response), atol=1e-8)


def test_a_b_that_is_given_stays():
    response, exact = model(data(), free=False)
    numbers = truth(response) * 1.02
    assert exact.stepped(numbers)[0, 2] == numbers[0, 2]


def test_a_step_of_the_power_leads_to_that_of_the_law():
    response, other = model(data(), q=0.4)
    numbers = other.begun(np.array([2 / response.scale]))
    _, change = other.by_power(numbers)
    assert change[0] == pytest.approx(0.1, abs=0.03)


def test_no_step_goes_beyond_the_pole():
    """1 + b a with b < 0 stays positive on every row, where a step of b alone would cross 0."""
    law = table(lambda a, b: 2 * a + 5 * b / (1 - 0.245 * a), [(1, 4)] * 2, rows=60)
    response, near = model(law, q=-1.0, b=-0.2)
    numbers = truth(response) - np.array([[0, 2, 0, 0, 0]])
    largest = np.log(1 / (0.2 * np.exp(response.logs[:, 0].max())))
    for _ in range(3):
        numbers = near.stepped(numbers)
        assert 0.9 * largest < numbers[0, 2] < largest


def test_exponents_are_rounded_and_the_rest_adapts():
    response, exact = model(data())
    numbers = truth(response)
    numbers[0, FREE:] += [0.02, -0.03]
    found = exact.rounded(numbers, prefer_whole=True)
    assert found.outer[0].tolist() == [0, 1]
    assert found.size[0] * response.scale == pytest.approx(2)
    assert found.misfit[0] < 1e-20
    assert found.scores(60)[0] < -1000
