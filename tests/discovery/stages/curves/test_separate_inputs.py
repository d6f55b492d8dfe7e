import numpy as np
import pytest

from nalm.discovery import Noise, SearchOptions, Strategy, Verdict, search
from nalm.discovery.scoring._pool import Pool
from nalm.discovery.stages.curves._separate_inputs import MOST_INPUTS, SeparateInputs
from nalm.symbolic import to_text
from tests.discovery._laws import formula, split, table, term
from tests.discovery._stages import state_of


@pytest.mark.thorough
def test_a_product_of_curves_is_found():
    data = table(lambda s, p: 0.9 * s / (0.5 + s) * np.exp(-p / 4), [(0.1, 6)] * 2, rows=150)
    discovery = search(data, SearchOptions(strategy=Strategy(stages=(SeparateInputs(),))))
    assert discovery.verdict is Verdict.LAW
    text = to_text(discovery.candidates[discovery.chosen].formula, ["s", "p"], digits=6)
    assert text == "9*s*exp(-p/4)/(5*(2*s + 1))"


@pytest.mark.parametrize("inputs", [1, 2, MOST_INPUTS, MOST_INPUTS + 1])
def test_it_is_due_for_two_to_four_inputs(inputs):
    data = table(lambda *x: sum(map(np.exp, x)), [(0, 2)] * inputs, rows=200, constant=0.02)
    inner, outer = split(data)
    pool = Pool(inner, outer, noises=(Noise.CONSTANT,))
    pool.add(formula(term(1.0)))
    due = SeparateInputs().due(state_of(pool, functions=("exp",)))
    assert due is (2 <= inputs <= MOST_INPUTS)
    assert not SeparateInputs().due(state_of(pool, functions=()))
