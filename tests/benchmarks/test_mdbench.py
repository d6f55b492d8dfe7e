import importlib.util
from pathlib import Path

import numpy as np
import pytest
import sympy

FILE = Path(__file__).parents[2] / "benchmarks" / "mdbench" / "regressor.py"
NAMES = ["u0", "u1"]  # as the benchmark names the states of two

pytestmark = pytest.mark.filterwarnings("ignore::nalm.errors.UnfinishedWarning")


@pytest.fixture(scope="module")
def method():
    spec = importlib.util.spec_from_file_location("mdbench_regressor", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def trajectory():
    t = np.linspace(0, 4, 80)
    u = np.column_stack([2 * np.exp(-0.5 * t), 3 * np.exp(-0.25 * t)])
    return t, u, u * [-0.5, -0.25]


@pytest.fixture(scope="module")
def fitted(method, trajectory):
    estimator = method.Estimator(n_jobs=1, symbol_names=NAMES, target_names=NAMES, max_time=20)
    t, u, _ = trajectory
    estimator.fit(t, u, np.gradient(u, t, axis=0))
    return estimator


def test_the_rates_are_predicted_in_the_shape_of_the_states(fitted, trajectory):
    t, u, rates = trajectory
    found = fitted.predict(t[-16:], u[-16:])
    assert found.shape == (16, 2)
    assert found == pytest.approx(rates[-16:], rel=1e-3)


def test_the_text_has_a_line_for_each_state_and_is_the_model(fitted, trajectory):
    t, u, _ = trajectory
    lines = fitted.to_str().split("\n")
    assert [line.split(" = ")[0] for line in lines] == ["u0_t", "u1_t"]
    for line, column in zip(lines, fitted.predict(t, u).T, strict=True):
        side = sympy.sympify(line.split(" = ")[1])
        at = sympy.lambdify(sympy.symbols(NAMES), side, "numpy")(*u.T)
        assert np.broadcast_to(at, len(u)) == pytest.approx(column)


def test_complexity_counts_every_node_of_every_equation(fitted):
    sides = [sympy.sympify(line.split(" = ")[1]) for line in fitted.to_str().split("\n")]
    assert fitted.complexity() == sum(len(list(sympy.preorder_traversal(each))) for each in sides)
    assert len(fitted.verdicts()) == 2


@pytest.mark.thorough
def test_one_state_without_names_works_too(method, trajectory):
    t, u, rates = trajectory
    estimator = method.Estimator(max_time=10).fit(t, u[:, :1], rates[:, :1])
    assert estimator.to_str().startswith("u0_t = ")
    assert estimator.predict(t, u[:, :1]).shape == (80, 1)


def test_the_benchmark_itself_scores_it(method, trajectory):
    """Where a checkout of MDBench is on the path."""
    try:
        metrics = importlib.import_module("mdbench.metrics")
        loader = importlib.import_module("mdbench.data_loader")
        scripts = importlib.import_module("mdbench.evaluate_method")
    except ImportError:
        pytest.skip("MDBench is not installed")
    t, u, rates = trajectory
    dataset = loader.OdeDataset(name="decays", t=t, u=u, du_true=rates)
    kwargs = {"n_jobs": 1, "symbol_names": NAMES, "target_names": NAMES}
    result = scripts.train_and_evaluate(method.Estimator, dataset, None, kwargs)
    assert result.nmse < 1e-6
    assert result.score == pytest.approx(metrics.fitness(result.nmse, result.complexity))
