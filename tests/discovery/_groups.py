"""Tables of several groups made from laws, and a search that takes no time."""

from fractions import Fraction

import numpy as np

from nalm.discovery import Noise
from nalm.discovery.groups._fit import judge_groups
from nalm.discovery.groups._form import GroupForm
from nalm.discovery.groups._rows import GroupedRows
from nalm.discovery.problem._preparation import prepare
from nalm.symbolic import Call, parameters
from tests.discovery._discoveries import discovery
from tests.discovery._laws import formula, term

CONSTANT = (Noise.CONSTANT,)
LINE = formula(term(2.0, (0, 1)), term(1.0))


def decay(amplitude=3.0, rate=-0.5):
    """Write a e^(k x)."""
    return formula(term(amplitude, (Call("exp", formula(term(rate, (0, 1)))), 1)))


def saturation(top=3.0, half=2.0):
    """Write v x / (x + k)."""
    return formula(term(top, (0, 1), (formula(term(Fraction(1), (0, 1)), term(half)), -1)))


def columns(law, constants, *, rows=30, noise=0.01, seed=0):
    """Return inputs `(rows, 1)`, target and number of the group of each row."""
    random = np.random.default_rng(seed)
    x = [random.uniform(0.5, 5.0, rows) for _ in constants]
    y = [law(own, *each) for own, each in zip(x, constants, strict=True)]
    y = [each * (1 + noise * random.standard_normal(rows)) for each in y]
    return np.concatenate(x)[:, None], np.concatenate(y), np.repeat(range(len(constants)), rows)


def grouped(law, constants, **drawn):
    """Return the rows of several groups."""
    return rows_of(*columns(law, constants, **drawn))


def rows_of(x, y, group):
    table = np.column_stack([x, group.astype(np.float64)])
    return GroupedRows.of(prepare(table, y, weight=np.ones(len(y)), dimensions=None))


def form_of(form, numbers, own=None):
    numbers = np.array(numbers, dtype=np.float64)
    count = len(parameters(form))
    own = (True,) * count if own is None else tuple(own)
    return GroupForm(form=form, own=own, numbers=numbers.reshape(-1, count))


def fitted(form, numbers, rows, *, own=None, noises=(Noise.RELATIVE,)):
    return judge_groups(form_of(form, numbers, own), rows, noises=noises)


def search_that_finds(*formulas):
    """Return a search that finds these formulas, whatever the rows are."""

    def search(problem, options, *, report=None, budget=None):
        rows = tuple(range(len(problem.y)))
        return discovery(*formulas, inner_rows=rows[:-1], outer_rows=rows[-1:])

    return search
