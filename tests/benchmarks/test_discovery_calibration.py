from fractions import Fraction

import numpy as np
import pytest
import sympy

from calibration import KINDS, STUDIES, laws, page, plan
from calibration._form import is_of_form
from calibration._tables import LATER
from nalm.symbolic import Call, Power, Product, Sum
from tests.discovery._laws import formula, term

TABLES = plan(400)


def test_there_are_twenty_laws_inside_the_class_and_twenty_outside():
    assert [law["class"] for law in laws()].count("I") == 20
    assert [law["class"] for law in laws()].count("O") == 20
    assert {table.law.id for table in TABLES} == {law["id"] for law in laws()}


def test_from_some_table_on_there_are_other_laws_as_many_inside_as_outside():
    later = laws(later=True)
    assert [law["class"] for law in later].count("I") == len(later) / 2
    last = plan(LATER + len(later))[LATER:]
    assert {table.law.id for table in last} == {law["id"] for law in later}
    assert all(np.isfinite(table.draw()[1]).all() for table in last)


def test_a_longer_study_begins_with_a_shorter_one():
    short = plan(3)
    assert [each.rows for each in short] == [each.rows for each in TABLES[:3]]
    for one, other in zip(short, TABLES, strict=False):
        assert all(np.array_equal(a, b) for a, b in zip(one.draw(), other.draw(), strict=True))


def test_tables_are_small_and_of_every_kind():
    assert {each.kind for each in TABLES} == set(KINDS)
    assert all(5 <= each.rows <= 40 and 0.01 <= each.noise <= 0.1 for each in TABLES)
    assert 0.4 < np.mean([each.rows <= 12 for each in TABLES]) < 0.6


def test_curves_have_one_input_and_many_rows():
    curves, count = STUDIES["curves"], len(laws("curves"))
    tables = plan(2 * count, "curves")
    assert {table.law.id for table in tables} == {law["id"] for law in laws("curves")}
    for table in tables:
        x, y = table.draw()
        assert x.shape == (table.rows, 1)
        assert np.isfinite(y).all()
        assert curves.rows[0][0] <= table.rows <= curves.rows[1][1]
        assert curves.noise[0] <= table.noise <= curves.noise[1]


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_is_as_its_kind_says(kind):
    table = next(each for each in TABLES if each.kind == kind and each.rows > 20)
    x, y = table.draw()
    assert len(x) == len(y) == table.rows
    assert np.isfinite(x).all() and np.isfinite(y).all()
    assert (len(np.unique(x, axis=0)) < table.rows) == (kind == "replicated")
    missed = np.abs(y - table.law.evaluate(x)) / np.sqrt(np.mean(y**2))
    assert missed.max() > 3 * table.noise if kind == "outliers" else missed.max() < 1


def test_a_corner_has_points_on_both_sides():
    corners = [each for each in TABLES if each.law.expression.has(sympy.Abs)]
    for table in corners:
        size = next(iter(table.law.expression.atoms(sympy.Abs))).args[0]
        side = sympy.lambdify(list(table.law.symbols.values()), size)(*table.draw()[0].T)
        assert min((side < 0.0).sum(), (side > 0.0).sum()) >= 2 or table.kind == "rounded"


def law(name):
    return next(each.law for each in TABLES if each.law.id == name)


def test_a_formula_is_right_whatever_its_numbers():
    assert is_of_form(formula(term(1.5, (0, 1))), law("Hooke"))
    assert is_of_form(formula(term(1.5, (0, 1.03))), law("Hooke"))  # a measured exponent
    assert is_of_form(formula(term(1.0, (0, 1)), term(2.0)), law("line"))


def test_a_formula_of_another_form_is_wrong():
    assert not is_of_form(formula(term(1.5, (0, 2))), law("Hooke"))
    assert not is_of_form(formula(term(1.5, (0, 1)), term(0.01)), law("Hooke"))  # a term too many
    steep = Power(Call("tanh", formula(term(6.7, (0, 1)))), Fraction(1))
    limit = Sum((Product(1.4, (Power(0, Fraction(1)), steep)),))
    assert not is_of_form(limit, law("size"))  # |x| where the number inside is infinite
    assert not is_of_form(Sum((Product(3.0, (Power(0, 0.4),)),)), law("arctangent"))


def test_the_page_counts():
    def row(**changed):
        usual = {"status": "ok", "rows": "9", "noise": "0.02", "kind": "distinct", "klass": "I"}
        return usual | {"verdict": "law", "right": "True", "reason": "predicts"} | changed

    text = page([
        row(), row(verdict="undecided", reason="few_rows"), row(right="False", klass="O"),
    ])  # fmt: skip
    assert "| all | 3 | 2 (66.7%) | 2 | 1 (50.0%, at most 91%) | 1 (50.0%) |" in text
    assert "| `FEW_ROWS` | 1 |" in text


@pytest.mark.parametrize("noise", ["0.01", "0.03", "0.0999"])
def test_each_table_is_counted_once_by_its_noise(noise):
    usual = {"status": "ok", "rows": "12", "kind": "distinct", "klass": "I", "noise": noise}
    text = page([usual | {"verdict": "law", "right": "True", "reason": "predicts"}])
    assert sum("noise" in line for line in text.splitlines()) == 1
