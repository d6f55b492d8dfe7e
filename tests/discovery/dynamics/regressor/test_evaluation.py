import numpy as np
import pytest
import sympy
import torch
from sklearn.exceptions import NotFittedError

from nalm.discovery.dynamics.regressor._regressor import DynamicsRegressor
from nalm.discovery.dynamics.regressor._solution import FitSpecification
from nalm.discovery.dynamics.systems._system import System, independent
from nalm.errors import DomainWarning, InvalidValueError
from nalm.networks import Integrator, NeuralODE
from nalm.symbolic import Sum
from tests.discovery.dynamics._fitted import GROWTH, T, X, hare_and_lynx, put_together
from tests.discovery.dynamics._trajectories import ONE, PREDATOR, PREY, ROOT, term

LAW = hare_and_lynx()
AT = np.array([[2.0, 1.0], [10.0, 5.0]])
DRIVEN = Sum((term(1.0, (1, ONE)), term(2.0, (2, ONE))))  # dh/dt = q + 2 t


def driven():
    t = np.linspace(0.0, 1.0, 8)
    return put_together(
        independent((DRIVEN,)),
        [[DRIVEN]],
        specification=FitSpecification(names=("h", "q"), groups=(), time=True, relative=(False,)),
        covariance=np.diag([0.01, 0.04]),
        t=t,
        states=(t**2)[:, None],
        controls=0 * t,
    )


def test_the_derivatives_are_those_of_the_equations():
    assert LAW.predict(AT).tolist() == [[1.0, -1.0], [-35.0, 35.0]]
    assert LAW.predict(AT, [0, None]).tolist() == [[1.0, -1.0], [5.0, 35.0]]
    assert (LAW.predict(AT, index=[1, 0]) == LAW.predict(AT)).all()


def test_controls_and_time_are_inputs():
    law = driven()
    assert law.predict([[5.0]], controls=[[3.0]], t=[2.0]).tolist() == [[7.0]]
    assert law.equation_ == "dh/dt = q + 2*t"
    assert law.to_torch()(torch.tensor([[5.0, 3.0, 2.0]])).tolist() == [[7.0]]
    with pytest.raises(InvalidValueError, match="`controls` must have 1 columns"):
        law.predict([[5.0]], t=[2.0])


def test_where_one_equation_has_no_value_the_others_have_theirs():
    both = Sum((term(-0.5, (0, 0.5)),)), Sum((term(2.0, (1, ONE)),))
    law = put_together(
        System(terms=both, balance=np.eye(2), columns=(0, 1)),
        [[both[0]], [both[1]]],
        specification=FitSpecification(
            names=("h", "k"), groups=(), time=False, relative=(False, False)
        ),
        covariance=np.zeros((3, 3)),
        t=T,
        states=np.abs(X),
    )
    with pytest.warns(DomainWarning, match=r"h: row 1: h < 0 has no power 0\.5") as caught:
        values = law.predict([[4.0, 1.0], [-4.0, 1.0]])
    assert caught[0].filename == __file__
    assert np.array_equal(values, [[-1.0, 2.0], [np.nan, 2.0]], equal_nan=True)


def test_an_interval_is_that_of_the_covariance():
    low, high = LAW.predict_interval(AT, 0.95)
    assert (low + high) / 2 == pytest.approx(LAW.predict(AT))
    # Of a x + b x z, by a and b: x and x z, each with a variance of 1e-4.
    deviation = np.sqrt(1e-4 * (AT[:, 0] ** 2 + (AT[:, 0] * AT[:, 1]) ** 2))
    quantile = 2.7764  # of Student's distribution with 6 - 2 degrees of freedom
    assert (high - low)[:, 0] == pytest.approx(2 * quantile * deviation, rel=1e-4)
    narrow = LAW.predict_interval(AT, level=0.5)
    assert ((low < narrow[0]) & (narrow[1] < high)).all()
    other, _ = LAW.predict_interval(AT, index=[0, None])
    assert (other[:, 1] == low[:, 1]).all()
    assert (other[:, 0] != low[:, 0]).all()


def test_without_a_covariance_there_is_no_interval():
    law = hare_and_lynx(covariance=np.full((4, 4), np.nan))
    with pytest.raises(InvalidValueError, match="must have a covariance"):
        law.predict_interval(AT)
    with pytest.raises(InvalidValueError, match="must have a covariance"):
        law.simulate_interval(T[:3], X[0])


def test_the_equations_in_all_languages():
    hare, lynx = sympy.symbols("hare lynx", real=True)
    assert LAW.equation_ == ["dhare/dt = 1.5*hare - hare*lynx", "dlynx/dt = hare*lynx - 3*lynx"]
    assert LAW.sympy(output="lynx").subs({hare: 2, lynx: 1}) == -1.0
    assert LAW.sympy(0, output=0) == 0.5 * hare
    assert LAW.latex(output="hare").startswith(r"\frac{d\,\mathrm{hare}}{dt} = ")
    assert LAW.latex().count(r"&=") == 2
    assert LAW.equations_["output"].tolist() == ["hare", "hare", "lynx"]


def test_names_that_cannot_stand_in_an_equation_are_changed_on_both_sides():
    law = put_together(
        independent((ROOT,)),
        [[ROOT]],
        specification=FitSpecification(
            names=("level (m)",), groups=(), time=False, relative=(False,)
        ),
        covariance=np.zeros((2, 2)),
        t=T,
        states=X[:, :1],
    )
    assert law.equation_ == "dlevel/dt = -0.5*sqrt(level)"
    assert law.latex().startswith(r"\frac{d\,\mathrm{level}}{dt} = ")


def test_the_module_can_be_solved_as_a_neural_ode():
    module = LAW.to_torch()
    times = np.linspace(0.0, 2.0, 9)
    ode = NeuralODE(lambda: module, times.tolist(), step=0.01, integrator=Integrator.RK4)
    solved = ode(torch.tensor([[2.0, 1.0]], dtype=torch.float64)).detach().numpy()
    assert solved.reshape(9, 2) == pytest.approx(LAW.simulate(times, [2.0, 1.0]), rel=1e-6)
    assert len(list(module.parameters())) == 2  # one vector of numbers for each equation


def test_the_module_of_a_conserved_system_shares_its_terms():
    flow = Sum((term(0.5, (0, ONE)),))
    balance = np.array([[-1.0], [1.0]])
    law = put_together(
        System(terms=(flow,), balance=balance, columns=(0, 1)),
        [[Sum((term(-0.5, (0, ONE)),))], [flow]],
        specification=FitSpecification(
            names=("a", "b"), groups=((0, 1),), time=False, relative=(False, False)
        ),
        covariance=np.eye(1),
        t=T,
        states=X,
    )
    (values,) = law.to_torch().parameters()
    assert values.tolist() == [0.5]
    assert law.to_torch()(torch.tensor([4.0, 1.0])).tolist() == [-2.0, 2.0]
    assert law.to_torch(output="a")(torch.tensor([4.0, 1.0])).item() == -2.0


def test_candidates_are_kept_apart():
    assert LAW.to_torch([0, None])(torch.tensor([2.0, 1.0])).tolist() == [1.0, -1.0]
    assert LAW._formulas([0, None]) == (GROWTH, PREDATOR)
    assert LAW._formulas(None) == (PREY, PREDATOR)


@pytest.mark.parametrize("method", ["predict", "predict_interval"])
def test_nothing_before_the_fit(method):
    with pytest.raises(NotFittedError):
        getattr(DynamicsRegressor(), method)(AT)
