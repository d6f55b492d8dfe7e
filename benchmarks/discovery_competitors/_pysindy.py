"""PySINDy: sparse regression on a library of terms; y takes the place of the derivative."""

import warnings

import numpy as np
import pysindy
import sympy

from discovery_competitors._answer import Answer
from discovery_problems import evaluate


def fit(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Fit with the default library (polynomials of degree 2) and the default optimiser."""
    library = pysindy.PolynomialLibrary()
    terms = library.fit(x).get_feature_names(list(problem.names))
    return _regress(np.asarray(library.transform(x)), y, [_product(term) for term in terms])


def fit_told(problem, x, y, *, max_time: float, seed: int) -> Answer:
    """Fit a constant, the inputs, and the terms of the expanded law, which it is told."""
    terms = [sympy.Integer(1), *problem.symbols.values()]
    for term in sympy.Add.make_args(sympy.expand(problem.expression)):
        _, rest = term.as_independent(*problem.symbols.values(), as_Add=False)
        if rest not in terms:
            terms.append(rest)
    functions = [sympy.lambdify(list(problem.symbols.values()), term, "numpy") for term in terms]
    features = np.column_stack([evaluate(function, x) for function in functions])
    return _regress(features, y, [f"({term})" for term in terms])


def _product(term: str) -> str:
    """Write `a b^2` as `a*b^2`."""
    return "(" + term.replace(" ", "*") + ")"


def _regress(features, y, terms) -> Answer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        optimiser = pysindy.STLSQ().fit(features, y[:, None])
    pairs = zip(np.ravel(optimiser.coef_).tolist(), terms, strict=True)
    kept = [f"{coefficient!r}*{term}" for coefficient, term in pairs if coefficient]
    return Answer(formula=" + ".join(kept) or "0.0")
