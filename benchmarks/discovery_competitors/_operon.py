"""PyOperon: genetic programming with least-squares constants."""

import numpy as np
import sympy
from pyoperon.sklearn import SymbolicRegressor

from discovery_competitors._answer import Answer
from discovery_problems import evaluate, parse

SYMBOLS = "add,sub,mul,div,sqrt,square,constant,variable"
FUNCTIONS = ",exp,log,sin,cos,tanh,asin"
INSIGNIFICANT = 4.0  # growth of the residual sum of squares, in variances, that means nothing


def fit(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Fit until the time is over, with the operations that the laws are made of.

    Two objectives and the Bayesian information criterion, which give far shorter formulas than its
    defaults. It always adds an intercept; that is dropped where the data do not need it.
    """
    regressor = SymbolicRegressor(
        allowed_symbols=SYMBOLS + (FUNCTIONS if problem.has_functions else ""),
        objectives=["r2", "length"],
        model_selection_criterion="bayesian_information_criterion",
        generations=1_000_000,
        max_evaluations=2_000_000_000,
        max_time=max(1, int(max_time)),
        n_threads=1,
        random_state=seed,
    )
    regressor.fit(x, y)
    names = [f"input_{k}" for k in range(len(problem.names))]
    text = regressor.get_model_string(regressor.model_, precision=17, names=names)
    renamed = dict(zip(names, problem.symbols.values(), strict=True))
    return Answer(formula=str(_without_intercept(parse(text, renamed), problem, x, y)))


def _without_intercept(model, problem, x, y):
    symbols = list(problem.symbols.values())
    intercept, rest = model.as_independent(*symbols, as_Add=True)
    values = evaluate(sympy.lambdify(symbols, rest, "numpy"), x)
    if rest == 0 or not np.isfinite(values).all():
        return model
    scale = float(values @ y / (values @ values))
    with_it, without = (np.sum((y - f) ** 2) for f in (values + float(intercept), scale * values))
    return scale * rest if without <= with_it * (1 + INSIGNIFICANT / len(y)) else model
