import numpy as np
import pytest

from nalm.discovery._budget import Budget
from nalm.discovery.dynamics.candidates import _library
from nalm.discovery.dynamics.candidates._library import lent, proposals
from nalm.discovery.problem._problem import Problem
from nalm.discovery.rewriting._properties import count_calls
from nalm.symbolic import Sum, evaluate
from tests._tiers import slow
from tests.discovery.dynamics._trajectories import ONE, term

X = np.random.default_rng(0).uniform(0.2, 6.0, (150, 2))
ALL = ("exp", "log", "sin", "cos", "tanh")
FAR = np.array([[8.0, 7.0], [0.1, 9.0]])
EATEN = term(1.0, (0, ONE), (1, ONE), (Sum((term(ONE), term(0.5, (0, 2 * ONE)))), -ONE))


@pytest.mark.parametrize(
    "law",
    [
        lambda x: 1.5 * x[:, 0] - x[:, 0] * x[:, 1],
        lambda x: x[:, 0] * (4 - x[:, 0]) - x[:, 0] * x[:, 1] / (1 + x[:, 0]),
        lambda x: 20 - x[:, 0] - x[:, 0] * x[:, 1] / (1 + 0.5 * x[:, 0] ** 2),
        lambda x: 0.06 * np.sqrt(x[:, 0] * x[:, 1]) - 0.05 * x[:, 1],
    ],
)
def test_usual_laws_are_found_and_hold_outside_the_data(law):
    best = proposals(Problem(x=X, y=law(X), weight=np.ones(150)), freedom=150)[0]
    assert evaluate(best.formula, FAR) == pytest.approx(law(FAR), rel=1e-5)


def test_inputs_of_both_signs_have_no_roots():
    x = X - 3
    best = proposals(
        Problem(x=x, y=2 * (1 - x[:, 0] ** 2) * x[:, 1] - x[:, 0], weight=np.ones(150)), freedom=150
    )[0]
    assert len(best.formula.terms) == 3
    assert np.isfinite(evaluate(best.formula, -FAR)).all()


def test_a_term_of_another_equation_is_lent():
    uptake = evaluate(Sum((EATEN,)), X)
    found = lent(Problem(x=X, y=10 - uptake, weight=np.ones(150)), [EATEN], freedom=150)
    assert evaluate(found[0], FAR) == pytest.approx(10 - evaluate(Sum((EATEN,)), FAR))
    assert all(any(len(t.powers) == 3 for t in each.terms) for each in found)


def test_slopes_that_are_all_zero_have_no_library():
    assert lent(Problem(x=X, y=np.zeros(150), weight=np.ones(150)), [EATEN], freedom=150) == []


@pytest.mark.thorough
@pytest.mark.parametrize("noise", [slow(0.0), 0.01])
@pytest.mark.parametrize(
    "law",
    [
        lambda x, t: 1.5 * np.cos(1.7 * t) - 4 * x,
        lambda x, t: np.exp(-x) - 0.2 * x,
        lambda x, t: -9.81 * np.sin(x),
    ],
)
def test_functions_are_found_beside_short_sums(law, noise):
    random = np.random.default_rng(1)
    x = np.column_stack([random.uniform(-2, 3, 200), np.linspace(0, 25, 200)])
    y = law(*x.T)
    y += noise * y.std() * random.standard_normal(200)
    found = proposals(Problem(x=x, y=y, weight=np.ones(200)), freedom=200, functions=ALL)
    miss = np.abs(evaluate(found[0].formula, x) - law(*x.T)).max()
    assert miss < (0.02 * y.std() if noise else 1e-9)


@pytest.mark.thorough
@pytest.mark.parametrize("noise", [slow(0.0), 0.01])
@pytest.mark.parametrize("rate", [0.5, -0.3])
def test_growth_of_a_state_is_a_linear_term_and_no_function_of_time(rate, noise):
    t = np.linspace(0, 6, 150)
    x = np.column_stack([2 * np.exp(rate * t), t])
    y = rate * x[:, 0] + noise * np.std(rate * x[:, 0]) * np.random.default_rng(0).normal(size=150)
    best = proposals(Problem(x=x, y=y, weight=np.ones(150)), freedom=60, functions=ALL)[0]
    assert [each.powers for each in best.formula.terms] == [term(ONE, (0, ONE)).powers]


def test_without_functions_nothing_is_looked_for(monkeypatch):
    def never(*_, **__):
        raise AssertionError

    monkeypatch.setattr(_library, "function_sums", never)
    assert proposals(Problem(x=X, y=X[:, 0], weight=np.ones(150)), freedom=150)


def test_when_the_time_is_up_there_are_sums_of_powers():
    found = proposals(
        Problem(x=X, y=np.exp(X[:, 0]), weight=np.ones(150)), freedom=150, functions=ALL,
        budget=Budget(end=0.0),
    )  # fmt: skip
    assert found and all(count_calls(each.formula) == 0 for each in found)
