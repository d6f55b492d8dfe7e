from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery.numerics._levenberg_marquardt import Tangent
from nalm.discovery.scoring._marquardt import fit_along, least_squares, onto_equalities
from nalm.symbolic import FormulaOnRows, evaluate, jacobian, parameters
from tests.discovery._laws import formula, table, term
from tests.discovery.constraints._known import constrained

CURVE = formula(term(1.0, (0, 1.5)), term(0.5))


@pytest.fixture
def slopes(monkeypatch):
    """Numbers at which slopes were computed, as they are."""
    asked, jacobian_of = [], FormulaOnRows.jacobian

    def count(on_rows, numbers):
        asked.append(numbers)
        return jacobian_of(on_rows, numbers)

    monkeypatch.setattr(FormulaOnRows, "jacobian", count)
    return asked


def fitted(law, data, factor=None):
    return least_squares(law, data, factor=np.ones(len(data.y)) if factor is None else factor)


@pytest.mark.parametrize("constant", [0.0, 1e-6, 0.1])
def test_the_numbers_are_optimal_to_a_small_part_of_their_errors(constant):
    data = table(lambda a: 3 * a**2 + 1, [(1, 4)], rows=100, constant=constant)
    law = fitted(CURVE, data)
    slope = jacobian(law, data.x)
    step, _ = Tangent.at(slope, evaluate(law, data.x) - data.y).step(0.0)
    error = constant * np.sqrt(np.diag(np.linalg.inv(slope.T @ slope)))
    assert (np.abs(step) <= 1e-4 * error + 1e-12).all()


def test_it_ends_soon_after_it_arrived(slopes):
    data = table(lambda a: 3 * a**2 + 1, [(1, 4)], rows=100, constant=0.1)
    law = fitted(CURVE, data)
    taken = len(slopes)
    assert taken < 15
    assert fitted(law, data) == law
    assert len(slopes) == taken + 1


def test_the_factor_says_how_much_a_row_counts():
    data = table(lambda a: np.where(a < 2, 3.0, 5.0), [(1, 3)], rows=50)
    law = fitted(formula(term(1.0)), data, np.where(data.x[:, 0] < 2, 1.0, 0.0))
    assert parameters(law) == pytest.approx([3.0])


def test_where_no_slope_has_a_value_nothing_moves():
    """The slope of √(a + c) by c is infinite at a = -c."""
    data = table(lambda a: a, [(1, 2)], rows=20)
    data.x[0] = 1.0
    law = formula(term(1.0, (formula(term(Fraction(1), (0, 1)), term(-1.0)), 0.5)))
    assert fitted(law, data) == law


def test_an_input_of_zero_under_a_root_does_not_stop_a_fit():
    data = table(lambda a: 3 * a**0.5, [(0, 1)], rows=20)
    data.x[0] = data.y[0] = 0.0
    law = formula(term(1.0, (formula(term(2.0, (0, 1))), Fraction(1, 2))))
    assert evaluate(fitted(law, data), data.x) == pytest.approx(data.y)


def test_a_rough_fit_takes_fewer_steps(slopes):
    data = table(lambda a: 3 * a**2 + 1, [(1, 4)], rows=100, constant=0.1)
    factor = np.ones(100)
    least_squares(CURVE, data, factor=factor)
    taken = len(slopes)
    rough = least_squares(CURVE, data, factor=factor, negligible=0.01)
    assert len(slopes) - taken < taken
    cost, best = (
        np.square(evaluate(each, data.x) - data.y).sum()
        for each in (rough, least_squares(CURVE, data, factor=factor))
    )
    assert best <= cost < 1.05 * best


def test_the_numbers_move_only_in_the_directions_that_are_open():
    data = table(lambda a, b: 3 * a**0.5 / b**0.3, [(1, 4), (1, 4)], rows=100)
    law = formula(term(1.0, (0, 0.2), (1, -0.2)))
    tied = np.array([[1.0, 0.0], [0.0, 0.5**0.5], [0.0, -(0.5**0.5)]])
    found = least_squares(law, data, factor=np.ones(100), directions=tied)
    _, above, below = parameters(found)
    assert above == pytest.approx(-below, rel=1e-12)
    assert 0.3 < above < 0.5
    slope = jacobian(found, data.x) @ tied
    assert slope.T @ (evaluate(found, data.x) - data.y) == pytest.approx(np.zeros(2), abs=1e-4)
    free = parameters(fitted(law, data))
    assert free == pytest.approx([3.0, 0.5, -0.3])


def test_a_line_through_a_point_is_fitted_as_without_the_point():
    data = table(lambda a: 2 + 3 * a, [(0, 1)], constant=0.1)
    line = formula(term(1.0), term(1.0, (0, 1)))
    own = constrained(data, "y(x=2) = 9")
    moved, equalities = onto_equalities(line, own, directions=None)
    found = fit_along(equalities, moved, problem=own, factor=np.ones(len(data.y)), negligible=1e-12)
    assert evaluate(found, np.array([[2.0]])) == pytest.approx(9.0)
    slope = np.sum((data.x[:, 0] - 2) * (data.y - 9)) / np.sum(np.square(data.x[:, 0] - 2))
    assert parameters(found) == pytest.approx([9 - 2 * slope, slope])


def test_without_equalities_or_where_they_cannot_be_kept_a_formula_stays():
    data = table(lambda a: 2 + 3 * a, [(0, 1)], constant=0.1)
    law = formula(term(1.0, (0, 1)))
    for own in (data, constrained(data, "increasing in x"), constrained(data, "y(x=0) = 5")):
        assert onto_equalities(law, own, directions=None) == (law, None)
