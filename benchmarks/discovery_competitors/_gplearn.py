"""gplearn: genetic programming, one generation at a time until the time is over."""

import time
import warnings

import numpy as np
from gplearn.functions import make_function
from gplearn.genetic import SymbolicRegressor

from discovery_competitors._answer import Answer

INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
LARGEST = 100.0  # of the argument of exp, beyond which no value is of use
UNARY = {"sqrt": "sqrt(abs({}))", "log": "log(abs({}))", "exp": "exp({})", "sin": "sin({})",
         "cos": "cos({})"}  # fmt: skip
PERFECT = 1e-20  # of the mean square of y


def fit(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Evolve a population of 1000 with +, -, *, / and sqrt, and functions where the law has any."""
    end = time.perf_counter() + max_time
    regressor = SymbolicRegressor(
        population_size=1000,
        generations=1,
        function_set=_functions(problem),
        metric="mse",
        const_range=(-10.0, 10.0),
        warm_start=True,
        low_memory=True,
        random_state=seed,
    )
    longest = 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while True:
            begin = time.perf_counter()
            regressor.fit(x, y)
            longest = max(longest, time.perf_counter() - begin)
            perfect = regressor._program.raw_fitness_ <= PERFECT * np.mean(y**2)
            if perfect or time.perf_counter() + longest > end:
                break
            regressor.set_params(generations=regressor.generations + 1)
    return Answer(formula=_infix(iter(regressor._program.program), problem.names))


def _functions(problem):
    usual = ("add", "sub", "mul", "div", "sqrt")
    if not problem.has_functions:
        return usual
    exp = make_function(function=lambda a: np.exp(np.minimum(a, LARGEST)), name="exp", arity=1)
    return (*usual, "log", "sin", "cos", exp)


def _infix(program, names) -> str:
    """Write a program in prefix order as a formula; its roots and logarithms are those of |x|."""
    node = next(program)
    if isinstance(node, int | np.integer):
        return names[node]
    if isinstance(node, float):
        return f"({float(node)!r})"
    arguments = [_infix(program, names) for _ in range(node.arity)]
    if node.name in UNARY:
        return UNARY[node.name].format(arguments[0])
    return f"({arguments[0]} {INFIX[node.name]} {arguments[1]})"
