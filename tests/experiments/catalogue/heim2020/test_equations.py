"""A network with known weights reads as the equations that it computes."""

import numpy as np
import pytest

from nalm.experiments.catalogue._heim2020._equations import (
    mean_state,
    read_terms,
    transmission,
)

TRUE = {
    "field.0.weight": np.array([[0.0, 1.0, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]),
    "field.0.gate": np.ones(3),
    "field.1.weight": np.array([[0, -0.06, 0.01], [-0.05, 0.06, 0], [0.05, 0, -0.01]]),
}
"""The fractional SIR model itself."""


def test_the_true_model_is_read():
    terms = read_terms(TRUE)
    assert [term.powers.tolist() for term in terms] == TRUE["field.0.weight"].tolist()
    assert [term.factors.tolist() for term in terms] == TRUE["field.1.weight"].T.tolist()
    term = transmission(terms)
    assert term.index == 1
    assert term.powers.tolist() == [0.5, 0.5, 0.0]


def test_a_closed_gate_removes_an_input_and_a_large_one_is_open():
    terms = read_terms({**TRUE, "field.0.gate": np.array([-0.3, 1.7, 1.0])})
    assert terms[1].powers.tolist() == [0.0, 0.5, 0.0]
    assert transmission(terms) is None


def test_a_half_open_gate_counts_as_the_slope_in_logarithms():
    terms = read_terms({**TRUE, "field.0.gate": np.array([0.4, 1.0, 1.0])})
    x = mean_state()[0] * np.array([1 - 1e-6, 1 + 1e-6])
    slope = np.diff(np.log(0.4 * x + 0.6)) / np.diff(np.log(x))
    assert terms[1].powers[0] == pytest.approx(0.5 * slope[0], rel=1e-6)


def test_the_real_part_of_a_complex_exponent_is_read():
    complex_weights = {
        "field.0.weight_real": TRUE["field.0.weight"],
        "field.0.weight_imag": np.ones((3, 3)),
        **{name: TRUE[name] for name in ("field.0.gate", "field.1.weight")},
    }
    assert transmission(read_terms(complex_weights)).powers.tolist() == [0.5, 0.5, 0.0]


def test_a_dense_network_has_no_terms():
    assert read_terms({"field.0.weight": np.ones((4, 3)), "field.0.bias": np.ones(4)}) == []
    assert transmission([]) is None
