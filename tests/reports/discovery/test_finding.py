from dataclasses import replace

import numpy as np
import pytest

from nalm.discovery import Noise, Verdict, noise_size
from nalm.reports.discovery import Finding, standard_error
from nalm.symbolic import evaluate, parameters, with_parameters
from nalm.tables import Places
from tests.discovery._discoveries import discovery, power_law
from tests.reports.discovery.examples import LAW, LINE, candidate, finding, wide_finding


def test_residuals_are_measured_minus_fitted_in_units_of_the_target_or_relative():
    constant = finding()
    assert np.allclose(constant.residuals(), constant.y - evaluate(LAW, constant.x))
    relative = wide_finding()
    assert np.allclose(relative.y, relative.fitted() * (1 + relative.residuals()))
    both = wide_finding(noise=Noise.VARIABLES)
    size = noise_size(both.chosen.formula, both.x, noise=Noise.VARIABLES)
    assert np.allclose(both.y, both.fitted() + size * both.residuals())


def test_relative_errors_are_unknown_where_nothing_was_measured():
    own = finding()
    y = own.y.copy()
    y[0] = 0.0
    errors = replace(own, y=y).relative_errors()
    assert np.isnan(errors[0])
    assert (errors[1:] >= 0).all()


def test_outer_rows_are_marked():
    assert np.flatnonzero(finding().outer).tolist() == [10, 11]


def test_names_stand_in_equations_and_units_on_axes():
    own = finding(target="force (net)", names=("mass (kg)",), units={"mass (kg)": "kg"})
    assert (own.left, own.symbols) == ("force", ("mass",))
    assert own.labelled("mass (kg)") == "mass (kg) (kg)"
    assert replace(own, rate=True).left == "dforce/dt"
    assert replace(own, target="mass (lb)").symbols == ("mass_kg",)


@pytest.mark.parametrize("formula", [LAW, LINE])
def test_the_standard_error_is_that_of_drawn_constants(formula):
    covariance = np.diag([0.01, 0.04][: len(parameters(formula))])
    fitted = candidate(formula, covariance=covariance)
    x = np.array([[0.5], [2.0], [7.0]])
    draws = np.random.default_rng(0).multivariate_normal(parameters(formula), covariance, 4000)
    values = np.array([evaluate(with_parameters(formula, each), x) for each in draws])
    assert np.allclose(standard_error(fitted, x), values.std(axis=0), rtol=0.05)


def test_the_standard_error_is_unknown_outside_the_domain_and_without_a_covariance():
    x = np.array([[-1.0], [4.0]])
    assert np.isnan(standard_error(candidate(LAW), x)).tolist() == [True, False]
    unknown = candidate(LAW, covariance=np.empty((0, 0)))
    assert np.isnan(standard_error(unknown, x)).all()


def test_a_finding_is_a_value():
    with pytest.raises(AttributeError):
        finding().target = "z"  # pyright: ignore[reportAttributeAccessIssue]
    assert isinstance(finding(), Finding)


def test_a_row_that_is_far_off_is_named_by_its_place_in_the_file():
    x = np.linspace(1.0, 9.0, 40)
    y = 3 * x * (1 + 0.01 * np.sin(50 * x))
    y[16] *= 50
    line = discovery(power_law(3.0, {0: 1.0}), verdict=Verdict.UNDECIDED)
    rows = Finding(target="y", inputs=("x",), x=x[:, None], y=y, discovery=line)
    places = Places(words="Line {} of the file", numbers=range(4, 44))
    assert str(rows.advice()[0]).startswith("Row 17 of the 40 in use (y = ")
    assert str(replace(rows, places=places).advice()[0]).startswith("Line 20 of the file (y = ")
