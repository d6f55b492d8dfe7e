"""Is a formula the law by SRBench's definition (La Cava et al. 2021)?

R² of the test rows is above 0.5, and after simplification with numbers rounded to 3 decimals the
difference to the law is a constant, or the ratio is.
"""

import warnings

import numpy as np
import sympy

from discovery_problems import Problem, evaluate, parse
from discovery_scoring import POINTS, agrees, function_of


def srbench(problem: Problem, formula: str, *, r2: float) -> bool:
    """Say whether SRBench would call the formula a symbolic solution. May take very long."""
    if not r2 > 0.5:
        return False
    model = _rounded(parse(formula, problem.symbols))
    if not model.free_symbols:
        return False  # of a constant, only the ratio to a constant law would be constant
    law = _rounded(problem.expression.evalf())
    if _constant_apart(problem, law, model):
        return True
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for prepare in (lambda e: e, sympy.expand, sympy.simplify):
            for compared in (law - model, model / law):
                if not _rounded(prepare(compared)).free_symbols:
                    return True
    return False


def _constant_apart(problem: Problem, law: sympy.Expr, model: sympy.Expr) -> bool:
    """See in numbers whether the difference or the ratio is constant, where SymPy may not."""
    x, _ = problem.sample(POINTS, 2_000_000)
    y, found = (evaluate(function_of(each, problem), x) for each in (law, model))
    with np.errstate(all="ignore"):
        apart = [(found - y, y), (found / y, found / y)]
    return any(agrees(each - np.median(each), size, 1e-9) for each, size in apart)


def _rounded(expression: sympy.Expr) -> sympy.Expr:
    """Round numbers to 3 decimals and drop those below 1e-4."""

    def rounded(number: sympy.Float) -> sympy.Expr:
        return sympy.Integer(0) if abs(number) < 1e-4 else sympy.Float(round(float(number), 3))

    return expression.xreplace(
        {number: rounded(number) for number in expression.atoms(sympy.Float)}
    )
