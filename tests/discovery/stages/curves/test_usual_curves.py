import numpy as np
import pytest

from nalm.discovery import Noise, SearchOptions, Strategy, Verdict, search
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.curves._usual_curves import FEW_INPUTS, UsualCurves
from nalm.symbolic import to_text
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import state_of

ALONE = Strategy(stages=(UsualCurves(),))


@pytest.mark.parametrize(
    ("law", "text"),
    [
        (lambda t: 3 * np.exp(5 / (t + 2)), "3*exp(5/(x0 + 2))"),
        (lambda t: 8 + 1.5 * t + 2.9 * np.sin(6 * t + 1), "3*x0/2 + 2.9*sin(6*x0 + 1) + 8"),
        (lambda t: 5 * (np.exp(-0.2 * t) - np.exp(-1.4 * t)), "5*exp(-x0/5) - 5*exp(-7*x0/5)"),
        (lambda t: np.sin(2 * t) + 0.5 * np.sin(5 * t + 1), "sin(2*x0) + sin(5*x0 + 1)/2"),
    ],
    ids=["vapour pressure", "season about a trend", "rise and decay", "two tones"],
)
def test_usual_curves_are_found(law, text):
    discovery = search(table(law, [(0, 10)], rows=80), SearchOptions(strategy=ALONE))
    assert discovery.verdict is Verdict.LAW
    assert to_text(discovery.candidates[discovery.chosen].formula, ["x0"], digits=6) == text


@pytest.mark.parametrize("inputs", [1, FEW_INPUTS, FEW_INPUTS + 1])
def test_they_are_of_few_inputs(inputs):
    inner, outer = split(table(lambda *x: 2 + np.exp(sum(x)), [(0, 3)] * inputs, constant=0.02))
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add(formula(term(1.0)))
    assert UsualCurves().due(state_of(pool, functions=("exp",))) is (inputs <= FEW_INPUTS)
