"""The table is what the benchmark's own list of the collection gives."""

import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import sympy

from nalm.experiments.catalogue._ranasinghe2024ginnlp._equations import equations

BENCHMARKS = Path(__file__).parents[4] / "benchmarks"
FEYNMAN = BENCHMARKS / "discovery_problems" / "feynman.toml"
sys.path.insert(0, str(BENCHMARKS))

from discovery_problems._parse import parse  # noqa: E402

PROBLEMS = {p["id"]: p for p in tomllib.loads(FEYNMAN.read_text("utf-8"))["problem"]}


def expansion(problem):
    """Return the inputs, and the expanded formula if all its powers are whole, else None."""
    symbols = {name: sympy.Symbol(name, positive=True) for name in problem["ranges"]}
    formula = sympy.expand(parse(problem["formula"], symbols))
    whole = all(
        base in symbols.values() and power.is_Integer
        for term in sympy.Add.make_args(formula)
        for base, power in term.as_independent(*symbols.values())[1].as_powers_dict().items()
        if base != 1
    )
    return list(symbols.values()), formula if whole else None


def test_the_equations_are_all_laurent_polynomials_of_the_collection():
    expected = [name for name, each in PROBLEMS.items() if expansion(each)[1] is not None]
    assert [each.task.label for each in equations()] == expected
    assert len(expected) == 48


@pytest.mark.parametrize("equation", list(equations()), ids=lambda each: each.task.label)
def test_an_equation_is_the_formula_on_the_published_ranges(equation):
    problem = PROBLEMS[equation.task.label]
    symbols, formula = expansion(problem)
    x = equation.inputs.draw(np.random.RandomState(0), (200, len(symbols)))
    expected = sympy.lambdify(symbols, formula, "numpy")(*x.T)
    np.testing.assert_allclose(equation.task.target(x, {})[:, 0], expected, rtol=1e-9, atol=1e-12)
    for column, (low, high) in zip(x.T, problem["ranges"].values(), strict=True):
        assert low <= column.min() < low + 0.1 * (high - low)
        assert high - 0.1 * (high - low) < column.max() <= high
