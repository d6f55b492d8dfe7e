from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.result._domain import (
    Violation,
    describe,
    domain_violations,
    violations,
    warn_outside,
)
from nalm.errors import DomainWarning
from nalm.symbolic import Power, Product, Sum
from tests.discovery._discoveries import constant, discovery, power_law

NAMES = ("a", "b")
X = np.array([[1.0, 2.0], [0.0, 3.0], [-1.0, 4.0], [4.0, 4.0]])
DIFFERENCE = Sum((Product(Fraction(1), (Power(0, Fraction(1)),)), Product(-4.0)))


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (power_law(2.0, {0: 2.0, 1: -1.0}), []),
        (power_law(2.0, {0: -1.0}), [((1,), "a = 0 has no power -1")]),
        (power_law(2.0, {0: 0.5}), [((2,), "a < 0 has no power 0.5")]),
        (power_law(2.0, {0: Fraction(1, 2)}), [((2,), "a < 0 has no power 1/2")]),
        (
            power_law(2.0, {0: Fraction(-1, 2)}),
            [((1,), "a = 0 has no power -1/2"), ((2,), "a < 0 has no power -1/2")],
        ),
        (power_law(1e300, {1: 99.0}), [((0, 1, 2, 3), "beyond the largest 64-bit number")]),
    ],
)
def test_rows_and_reasons(formula, expected):
    found = violations(formula, X, names=NAMES)
    assert [each.rows for each in found] == [rows for rows, _ in expected]
    for each, (_, reason) in zip(found, expected, strict=True):
        assert reason in each.reason


def test_a_sum_inside_is_named_by_its_text():
    (found,) = violations(Sum((Product(1.0, (Power(DIFFERENCE, -1.0),)),)), X, names=NAMES)
    assert found.rows == (3,)
    assert "a" in found.reason
    assert found.reason.endswith("= 0 has no power -1")


def test_one_reason_is_given_once():
    twice = Sum((Product(1.0, (Power(0, -1.0),)), Product(2.0, (Power(0, -1.0), Power(1, 1.0)))))
    assert len(violations(twice, X, names=NAMES)) == 1


def test_many_rows_are_counted():
    text = describe(Violation(rows=tuple(range(9)), reason="a = 0 has no power -1"))
    assert text == "rows 0, 1, 2, 3, 4, … (9 in all): a = 0 has no power -1"


def test_one_warning_for_all_outputs():
    formulas = [power_law(1.0, {0: -1.0}), power_law(1.0, {0: 0.5}), power_law(1.0, {0: 1.0})]
    with pytest.warns(DomainWarning) as caught:
        warn_outside(formulas, ["p", "q", "r"], x=X, names=NAMES)
    assert len(caught) == 1
    assert "p: row 1: a = 0 has no power -1; q: row 2: a < 0 has no power 0.5." in str(
        caught[0].message
    )


def test_rows_with_a_gap_say_nothing():
    gaps = np.where(np.arange(4)[:, None] == 1, np.nan, X)
    assert violations(power_law(2.0, {0: -0.5}), gaps, names=NAMES) == (
        Violation(rows=(2,), reason="a < 0 has no power -0.5"),
    )


def test_every_candidate_of_every_output_has_its_own_text():
    found = (
        discovery(constant(1.0), power_law(1.0, {0: -1.0})),
        discovery(power_law(1.0, {0: 0.5})),
    )
    assert domain_violations(found, X, names=NAMES) == (
        ("", "row 1: a = 0 has no power -1"),
        ("row 2: a < 0 has no power 0.5",),
    )
