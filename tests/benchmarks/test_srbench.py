import importlib.util
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sympy
from sklearn.base import clone, is_regressor

FILE = Path(__file__).parents[2] / "benchmarks" / "srbench" / "regressor.py"


@pytest.fixture(scope="module")
def method():
    spec = importlib.util.spec_from_file_location("srbench_regressor", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def table():
    x = np.random.default_rng(0).uniform(1, 3, (60, 2))
    return pd.DataFrame(x, columns=["mass", "speed"]), x[:, 0] * x[:, 1] ** 2 / 2


@pytest.fixture(scope="module")
def fitted(method, table):
    estimator = clone(method.est)
    estimator.max_time, estimator.random_state = 4, 7  # as the benchmark sets them
    begin = time.perf_counter()
    estimator.fit(*table)
    assert time.perf_counter() - begin < 8
    return estimator


def test_the_estimator_is_one(method):
    assert is_regressor(method.est)
    assert {"max_time", "random_state"} <= set(method.est.get_params())
    assert method.eval_kwargs == {"scale_x": False, "scale_y": False}
    assert method.hyper_params == {}


def values(text, table):
    """Evaluate as the benchmark reads it: the columns' names are the variables."""
    columns = {name: sympy.Symbol(name) for name in table.columns}
    expression = sympy.sympify(text, locals=columns)
    assert {str(each) for each in expression.free_symbols} <= set(table.columns)
    at = sympy.lambdify(list(columns.values()), expression, "numpy")(*table.to_numpy().T)
    return np.broadcast_to(at, len(table))


def test_the_string_is_the_model_in_the_names_of_the_table(method, fitted, table):
    x, y = table
    assert values(method.model(fitted, x), x) == pytest.approx(fitted.predict(x))
    assert values(method.model(fitted), x) == pytest.approx(y)
    assert method.complexity(fitted) >= 5  # a product, two inputs, a power, a number


def test_a_table_without_names_gets_those_of_the_frame(method, fitted, table):
    x, y = table
    unnamed = clone(fitted).fit(x.to_numpy(), y)
    assert values(method.model(unnamed, x), x) == pytest.approx(unnamed.predict(x.to_numpy()))


def test_the_population_predicts_what_it_says(method, fitted, table):
    x, _ = table
    population = method.get_population(fitted)
    assert 1 <= len(population) <= 100
    for each in population:
        assert values(method.model(each, x), x) == pytest.approx(each.predict(x))
    assert method.get_best_solution(fitted) is fitted
