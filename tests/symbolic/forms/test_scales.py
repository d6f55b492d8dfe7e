import numpy as np
import pytest

from nalm.symbolic import read_form


def sizes(text, x, y):
    form = read_form(text, ["x"])
    found = form.scales(np.reshape(x, (-1, 1)), np.asarray(y, dtype=float))
    return dict(zip(form.constants, found.sizes, strict=True)), found.shifts


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e9])
def test_sizes_follow_the_units_of_the_data(unit):
    found, _ = sizes("(a + b*x)/(1 + c*x + d*x^2)", unit * np.ones(3), [5.0, 5.0, 5.0])
    assert found["a"] == pytest.approx(5)
    assert found["b"] * unit == pytest.approx(5)
    assert found["c"] * unit == pytest.approx(1)
    assert found["d"] * unit**2 == pytest.approx(1)


def test_a_shift_lies_about_its_input():
    _, shifts = sizes("a*exp(-(x - b)^2/c^2)", [1900.0, 2000.0], [1.0, 1.0])
    assert shifts[1].tolist() == [1900, 2000]
    assert np.isnan(shifts[[0, 2]]).all()
    _, shifts = sizes("1/(x + b)", [3.0, 5.0], [1.0, 1.0])
    assert shifts[0].tolist() == [-5, -3]


def test_equations_that_contradict_one_another_have_an_answer():
    found, _ = sizes("exp(a*x) + exp(a*x*100)", [1.0, 1.0], [1.0, 1.0])
    assert 0.001 < found["a"] < 1


def test_a_form_of_zeros_has_one():
    found, _ = sizes("a*x", [0.0, 0.0], [0.0, 0.0])
    assert found["a"] == 1
