import importlib.util
import os
import sys
from pathlib import Path

import numpy as np
import pytest
import sympy

FOLDER = Path(__file__).parents[2] / "benchmarks" / "srbf"


@pytest.fixture(scope="module")
def worker():
    spec = importlib.util.spec_from_file_location("srbf_worker", FOLDER / "worker.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def table():
    x = np.random.default_rng(0).uniform(1, 3, (60, 2))
    return x.tolist(), (x[:, 0] * x[:, 1] ** 2 / 2).tolist()


def fitted(worker, table, variables):
    """Call as the benchmark does: lists, and everything else by name."""
    x, y = table
    state = worker.load({"max_time": 4.0, "seed": 7})
    return worker.fit(
        x, y, x_val=x[:5], variables=variables, meta={}, options={"max_time": 4.0}, state=state
    )


def test_the_expression_is_the_law_in_the_given_names(worker, table):
    variables = ["x1", "x2"]
    result = fitted(worker, table, variables)
    expression = sympy.sympify(result["expression"])
    assert {str(each) for each in expression.free_symbols} == set(variables)
    at = sympy.lambdify(sympy.symbols(variables), expression, "numpy")(*np.array(table[0]).T)
    assert at == pytest.approx(np.array(table[1]))
    assert result["extra"] == {"verdict": "law"}


def test_options_are_parameters_of_the_regressor_and_have_defaults(worker):
    assert worker.load({}) == {"max_time": 8.0, "random_state": 0}
    state = worker.load({"seed": 3, "functions": ["exp"]})
    assert state == {"max_time": 8.0, "random_state": 3, "functions": ["exp"]}
    assert worker.info(state)["worker"] == "nalm"


def test_a_formula_has_plain_numbers_and_the_benchmark_s_names(worker):
    x = sympy.Symbol("x1", real=True)
    text = worker.plain(sympy.pi * sympy.Abs(x) + sympy.E)
    assert "pi" not in text and "E" not in text and "abs(x1)" in text
    assert sympy.sympify(text, locals={"abs": sympy.Abs}).subs("x1", -2) == pytest.approx(
        2 * np.pi + np.e
    )


def test_the_benchmark_itself_reads_the_worker():
    """Where srbf is installed; `SIMPLIPY_ENGINE` is a file of its rules if there is no network."""
    testing = pytest.importorskip("srbf.testing")
    if not hasattr(testing, "fit_once"):
        pytest.skip("this srbf has no fit_once")
    try:
        record = testing.fit_once(
            worker=FOLDER / "worker.py",
            python=sys.executable,
            options={"max_time": 4.0},
            engine=os.environ.get("SIMPLIPY_ENGINE", "acj-5-4-llm"),
        )
    except RuntimeError as missing:  # the rules could not be fetched
        pytest.skip(str(missing))
    assert record["prediction_success"], record.get("error")
    assert np.ravel(record["y_pred_val"]) == pytest.approx(np.ravel(record["y_val"]))
