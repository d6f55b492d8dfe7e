import numpy as np
import pytest

from nalm.discovery import Noise, SearchOptions, Strategy, Verdict, search
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages._baselines import baselines
from nalm.discovery.stages.functions._affine_stage import AffineExponentials
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
