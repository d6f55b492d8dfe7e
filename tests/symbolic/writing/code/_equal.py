"""Equations of random formulas, and whether other numbers than theirs were computed."""

import numpy as np
from hypothesis import strategies as st

from nalm.symbolic import Equation, evaluate
from tests.symbolic._conditioned import conditioned, nearby
from tests.symbolic.strategies import NAMES, F, formulas, plus, term

LABELS = ("lambda", "mass (kg)", "Δ t [s]")
EDGES = np.array([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 8.0])
CORNERS = np.array(np.meshgrid(EDGES, EDGES[::2], EDGES[::3])).reshape(3, -1).T


def equation(formula, target="f", **changes):
    return Equation(target=target, formula=formula, names=tuple(NAMES), **changes)


def systems():
    """Draw one to three formulas, which are as many equations."""
    return st.lists(formulas(), min_size=1, max_size=3).map(
        lambda drawn: [equation(each, target=f"f{k}") for k, each in enumerate(drawn)]
    )


def assert_equal(found, equations, x, *, through_infinity=True):
    """Compare columns of values where no terms cancel, and everywhere whether there is a value."""
    for values, each in zip(found, equations, strict=True):
        near = nearby(each.formula, x)
        usable = conditioned(near)
        np.testing.assert_allclose(values[usable], evaluate(each.formula, x)[usable], rtol=1e-5)
        # Nearby, nobody may find a value where there is none.
        nowhere = ~np.isfinite(near).any(axis=0)
        if through_infinity:
            assert np.isnan(values[nowhere]).all()


DOMAINS = {
    "a root of a negative number": plus(term(1, (0, F(1, 2)))),
    "a cube root of one": plus(term(1, (0, F(1, 3)))),
    "a measured power of one": plus(term(2.0, (0, 1.7))),
    "a whole power of one": plus(term(-1, (0, 3)), term(-1, (1, 2))),
    "a division by 0": plus(term(1, (0, -1))),
    "1/(1/0)": plus(term(1, (plus(term(1, (0, -1))), -1))),
    "a broken power of 0": plus(term(1, (0, F(-1, 2)))),
    "a minus before a square": plus(term(-1, (0, 2)), term(1, (1, 1))),
    "a square of a minus": plus(term(1, (plus(term(-1, (0, 1))), 2))),
    "nothing": plus(),
    "a constant": plus(term(2.5)),
}
"""Formulas at whose corners languages differ."""


def corner_values(formula):
    values = evaluate(formula, CORNERS)
    return np.where(np.isfinite(values), values, np.nan)
