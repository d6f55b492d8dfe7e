import numpy as np
import pytest

from nalm.discovery.dynamics.candidates._library import lent, proposals
from nalm.discovery.problem._problem import Problem
from nalm.symbolic import Sum, evaluate
from tests.discovery.dynamics._trajectories import ONE, term

X = np.random.default_rng(0).uniform(0.2, 6.0, (150, 2))
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
