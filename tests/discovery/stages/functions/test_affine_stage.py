import re

import numpy as np
import pytest

from nalm.discovery import Noise, PowerProduct, SearchOptions, Strategy, Verdict, search
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import baselines
from nalm.discovery.stages.functions._affine_stage import AffineExponentials, Exponentials
from nalm.symbolic import to_text
from tests._tiers import kept
from tests.discovery._laws import formula, missed, split, table, term
from tests.discovery._stages import run, state_of

ALONE = Strategy(stages=(AffineExponentials(),))
NAMES = ["x0", "x1", "x2", "x3", "x4"]
LAWS = {
    "infusion": (
        lambda r, cl, v, t: r / cl * (1 - np.exp(-cl * t / v)),
        [(5, 20), (1, 4), (10, 30), (0.5, 12)],
    ),
    "logistic growth": (
        lambda k, n, r, t: k / (1 + (k / n - 1) * np.exp(-r * t)),
        [(50, 200), (2, 20), (0.3, 1.2), (0, 10)],
    ),
    "spin echo": (
        lambda m, r, t, e, s: m * (1 - np.exp(-r / t)) * np.exp(-e / s),
        [(1, 4), (0.5, 3), (0.5, 2), (0.02, 0.2), (0.05, 0.2)],
    ),
}


def begun(data, functions=("exp",)):
    inner, outer = split(data)
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add_all(baselines(inner, largest=6.0))
    return pool, state_of(pool, functions=functions)


@pytest.mark.parametrize("relative", [0.0, 0.01])
@pytest.mark.parametrize("name", kept(LAWS, "infusion"))
def test_a_law_is_found(name, relative):
    data = table(*LAWS[name], rows=300, relative=relative)
    found = search(data, SearchOptions(strategy=ALONE))
    chosen = found.candidates[found.chosen].formula
    assert missed(chosen, *LAWS[name]) < max(relative, 1e-9)
    assert "exp(" in to_text(chosen, NAMES)
    assert found.verdict is Verdict.LAW


def test_it_is_due_where_an_exponential_may_be_missing():
    data = table(lambda a, b, c: 2 * a * b + 0 * c, [(1, 3)] * 3, constant=0.05)
    pool, state = begun(data)
    assert AffineExponentials().due(state)
    assert not AffineExponentials().due(begun(data, ("sin",))[1])
    assert not AffineExponentials().due(begun(data, ())[1])
    pool.add(formula(term(2.0, (0, 1), (1, 1))))
    assert not AffineExponentials().due(state)


def test_two_inputs_leave_none_besides():
    data = table(lambda a, b: np.exp(-a * b) + a, [(1, 3)] * 2)
    assert not AffineExponentials().due(begun(data)[1])


def test_a_law_without_one_has_no_proposals():
    data = table(lambda a, b, c: a / (1 + b * c), [(1, 3)] * 3, rows=200, relative=0.01)
    assert run(AffineExponentials(), begun(data)[1]) == 0


EMPIRICAL = {
    "a power and a decay": (
        lambda a, b: 12 * a**0.26 * np.exp(-0.4 * b), [(1, 9), (0.5, 5)], "a^0.26*exp(b)",
    ),
    "rise and decay": (
        lambda a: 3.1 * a**2.4 * np.exp(-a / 1.7), [(0.5, 5)], "a^(12/5)*exp(a)",
    ),
    "a rate": (lambda a, b: 5 * np.exp(-3 / a) * b**0.75, [(0.5, 5)] * 2, "b^(3/4)*exp(1/a)"),
}  # fmt: skip


@pytest.mark.parametrize("name", EMPIRICAL)
def test_powers_and_an_exponential_are_found_at_once(name):
    """Exponents that are neat become exact, others stay measured, and those of 0 are left out."""
    law, ranges, form = EMPIRICAL[name]
    data = table(law, ranges, rows=240, constant=0.01)
    stages = (PowerProduct(), Exponentials())
    found = search(data, SearchOptions(strategy=Strategy(stages=stages)))
    best = found.candidates[found.chosen].formula
    text = to_text(best, ["a", "b"], digits=2)
    factors = re.sub(r"(?<![\^/(\d.])[\d.]+\*|-", "", text)
    assert factors in (form, form.replace("1/a", "3/a"))


def test_an_exponential_needs_the_function():
    data = table(lambda a: np.exp(-a), [(0.5, 5)], constant=0.01)
    assert Exponentials().due(begun(data)[1])
    assert not Exponentials().due(begun(data, ("log",))[1])
