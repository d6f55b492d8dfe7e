import math
from fractions import Fraction

import numpy as np
import pytest

from nalm.discovery import Units, constants_of
from nalm.discovery.estimator._constants import constant_frame
from nalm.discovery.uncertainty._free_parameters import free_parameters
from nalm.symbolic import Power, Product, Sum, parameters
from tests.discovery._discoveries import candidate, power_law

ONE = Fraction(1)
LAW = power_law(2.0, {0: Fraction(3, 2)})
INNER = Sum((Product(ONE, (Power(0, ONE),)), Product(4.5, (Power(1, 0.25),))))
NESTED = Sum((Product(1.5, (Power(0, 2.25), Power(INNER, -0.5))), Product(7.0)))


def test_constants_are_the_formulas_parameters_in_their_order():
    variances = np.arange(1.0, 7.0)
    found = constants_of(candidate(NESTED, covariance=np.diag(variances)), ["a", "b"])
    assert [each.value for each in found] == parameters(NESTED).tolist()
    assert [each.stderr for each in found] == pytest.approx(np.sqrt(variances))


def test_a_constant_is_named_after_what_it_belongs_to():
    names = [each.name for each in constants_of(candidate(NESTED), ["mass", "speed"])]
    assert names[0].startswith("coefficient of")
    assert names[1].startswith("exponent of mass")
    assert any(name.startswith("exponent of speed") for name in names)
    assert names[-1] == "constant"


def test_a_foreign_covariance_says_nothing():
    [factor] = constants_of(candidate(LAW, covariance=np.eye(3)), ["a"])
    assert factor.value == 2.0
    assert math.isnan(factor.stderr)


def test_exact_coefficients_are_constants_and_factors_of_one_are_not():
    law = Sum((Product(Fraction(1, 2), (Power(0, Fraction(2)),)), Product(ONE, (Power(1, ONE),))))
    [half] = constants_of(candidate(law), ["a", "b"])
    assert (half.place, half.value, half.stderr, half.exact) == ("c1", 0.5, 0.0, True)
    by_units = constants_of(candidate(law), ["a", "b"], units=Units.read(["m", "s"], "m^2"))
    assert [(each.place, each.unit) for each in by_units] == [("c1", "1"), ("c2", "m^2 s^-1")]


def test_places_are_those_of_a_posterior():
    found = constants_of(candidate(NESTED), ["a", "b"])
    assert tuple(each.place for each in found) == tuple(
        each.name for each in free_parameters(NESTED, ["a", "b"])
    )


def test_every_constant_has_a_unit_or_none():
    units = Units.read(["kg", "m/s"], "J")
    energy = candidate(power_law(0.5, {0: ONE, 1: Fraction(2)}))
    assert [each.unit for each in constants_of(energy, ["m", "v"], units=units)] == ["1"]
    assert [each.unit for each in constants_of(energy, ["m", "v"])] == [""]


def test_the_table_has_a_row_for_each_constant_of_each_output():
    some = constants_of(candidate(NESTED), ["a", "b"])
    frame = constant_frame(["y", "z", "w"], [some, (), some[:1]])
    assert list(frame.columns) == ["output", "name", "value", "stderr", "unit", "exact"]
    assert frame["output"].tolist() == ["y"] * len(some) + ["w"]
    assert frame.index.tolist() == [*(each.place for each in some), some[0].place]
    assert list(constant_frame(["y"], [()]).columns) == list(frame.columns)
