"""gplearn: genetic programming, one generation at a time until the time is over."""

import time
import warnings

import numpy as np
from gplearn.genetic import SymbolicRegressor

from discovery_competitors._answer import Answer

INFIX = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
PERFECT = 1e-20  # of the mean square of y


def fit(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Evolve a population of 1000 with +, -, *, / and sqrt."""
    end = time.perf_counter() + max_time
    regressor = SymbolicRegressor(
        population_size=1000,
        generations=1,
        function_set=("add", "sub", "mul", "div", "sqrt"),
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


def _infix(program, names) -> str:
    """Write a program in prefix order as a formula; its square root is that of |x|."""
    node = next(program)
    if isinstance(node, int | np.integer):
        return names[node]
    if isinstance(node, float):
        return f"({float(node)!r})"
    arguments = [_infix(program, names) for _ in range(node.arity)]
    if node.name == "sqrt":
        return f"sqrt(abs({arguments[0]}))"
    return f"({arguments[0]} {INFIX[node.name]} {arguments[1]})"
