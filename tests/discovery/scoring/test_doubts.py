from fractions import Fraction

import pytest

from nalm.discovery import ReasonKind
from nalm.discovery.scoring._doubts import CHECKS, Case, first_doubt
from nalm.discovery.scoring._verdict_rules import VERDICT_RULES
from tests.discovery._laws import formula, split, table, term, tried

SQUARE = formula(term(1.0, (0, 2)))
ROOTS = formula(term(1.0, (0, Fraction(1, 3))), *(term(1.0, (0, k)) for k in range(1, 5)))


def case(candidate, *, complete=True, rows=100):
    data = table(lambda a: 3 * a**2, [(1, 4)], rows=rows, constant=0.02)
    inner, outer = split(data)
    return Case(
        chosen=tried(candidate, data),
        others=[],
        inner=inner,
        outer=outer,
        complete=complete,
        rules=VERDICT_RULES,
    )


def test_a_law_raises_no_doubt():
    assert all(check(case(SQUARE)) is None for check in CHECKS)
    assert first_doubt(case(SQUARE)) is None


@pytest.mark.parametrize(
    ("complete", "kind"), [(False, ReasonKind.SEARCH_STOPPED), (True, ReasonKind.FLEXIBLE_SUM)]
)
def test_the_first_of_several_doubts_is_told(complete, kind):
    doubtful = case(ROOTS, complete=complete)
    assert first_doubt(doubtful).kind is kind
    assert sum(check(doubtful) is not None for check in CHECKS) > 1


def test_numbers_and_the_formula_are_those_of_the_choice():
    assert case(ROOTS).constants == 5
    assert case(ROOTS).formula == case(ROOTS).chosen.fit.formula
