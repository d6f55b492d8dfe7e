import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from nalm.discovery.stages.products._binomials import (
    MOST,
    MOST_OF_BOTH_SIGNS,
    SIZES,
    dictionary,
    log_size,
)


def rows(inputs, *, signed=False, seed=0, spread=1.0):
    random = np.random.default_rng(seed)
    negative = random.random((40, inputs)) < (0.5 if signed else 0.0)
    return spread * random.standard_normal((40, inputs)), negative


def values(logs, negative, exponents):
    return np.prod((np.exp(logs) * np.where(negative, -1, 1)) ** exponents, axis=1)


@given(st.integers(1, 3), st.booleans(), st.integers(0, 20), st.floats(0.01, 3.0))
def test_every_binomial_is_what_it_says_and_positive_unless_it_says_so(
    inputs, signed, seed, spread
):
    logs, negative = rows(inputs, signed=signed, seed=seed, spread=spread)
    found = dictionary(logs, negative)
    assert np.isfinite(found.logs).all()
    for k in range(0, len(found.b), 7):
        binomial = 1 + found.b[k] * values(logs, negative, found.exponents[k])
        assert found.has_both_signs[k] == (binomial.min() < 0 < binomial.max())
        assert found.has_both_signs[k] or binomial.min() > 0
        assert np.allclose(np.exp(found.logs[:, k]), np.abs(binomial), atol=1e-12)
    assert (found.measured == ~np.isin(found.b, (-1.0, 1.0))).all()
    assert not (found.measured & found.has_both_signs).any()


@given(st.integers(1, 3), st.booleans(), st.integers(0, 20))
def test_poles_alone_are_those_of_both_signs(inputs, signed, seed):
    logs, negative = rows(inputs, signed=signed, seed=seed)
    whole, poles = dictionary(logs, negative), dictionary(logs, negative, poles=True)
    assert poles.has_both_signs.all()
    told = [np.column_stack([each.exponents, each.b]).tolist() for each in (whole, poles)]
    assert [one for one, pole in zip(told[0], whole.has_both_signs, strict=True) if pole] == told[1]


def test_of_many_inputs_the_poles_of_the_briefest_ratios_are_taken():
    logs, negative = rows(30)
    poles = dictionary(logs, negative, poles=True)
    assert 0 < len(np.unique(poles.ratio)) <= MOST_OF_BOTH_SIGNS


@given(st.floats(-1e6, 1e6).filter(lambda part: part != -1))
def test_the_size_of_a_binomial_is_exact(part):
    expected = np.log(np.abs(np.longdouble(1) + np.longdouble(part)))
    assert np.isclose(log_size(np.array(part)), float(expected), rtol=1e-12, atol=1e-18)


def test_one_and_minus_one_are_among_the_constants_where_they_can_be():
    logs, negative = rows(2, spread=0.2)
    found = dictionary(logs, negative)
    exact = {tuple(e) for e in found.exponents[found.b == 1].tolist()}
    assert (1, -1) in exact and (-1, 1) not in exact  # 1 + 1/R is a product of 1 + R
    # Some ratios are above 1, and some below, in both.
    assert found.has_both_signs[found.b == -1].all()
    smaller = dictionary(logs + np.array([0.0, 3.0]), negative)
    assert (1, -1) in {tuple(e) for e in smaller.exponents[smaller.b == -1].tolist()}


def test_what_is_hardly_there_has_no_exact_constant():
    logs, negative = rows(1, spread=0.1)
    assert not np.isin(dictionary(logs - 12.0, negative).b, (-1.0, 1.0)).any()


def test_a_ratio_and_its_inverse_are_one_kind():
    found = dictionary(*rows(2))
    for kind in np.unique(found.ratio):
        same = found.exponents[found.ratio == kind]
        assert (np.abs(same) == np.abs(same[0])).all()


def test_of_many_inputs_the_briefest_ratios_are_taken():
    found = dictionary(*rows(30))
    assert len(np.unique(found.ratio)) == MOST
    sizes = np.abs(found.exponents).sum(axis=1)
    assert sizes.max() <= 3 and (sizes == 1).any()


def test_a_ratio_of_four_inputs_is_there():
    found = dictionary(*rows(len(SIZES)))
    assert (np.abs(found.exponents) == [1, 1, 2, 1]).all(axis=1).any()


def test_exponents_of_three_and_of_a_half_are_there():
    logs, negative = rows(3)
    negative[:, 2] = np.arange(len(negative)) % 2
    found = np.abs(dictionary(logs, negative).exponents)
    assert (found == [3, 3, 1]).all(axis=1).any()
    assert (found == [1, 0.5, 0]).all(axis=1).any()
    assert (found[:, 2] % 1 == 0).all()  # a negative number has no root


def test_a_root_is_a_ratio_and_an_inverse_with_positive_constants():
    """So that (1 + b √x)^q and (1 + b/√x)^q both leave whole exponents and halves outside."""
    found = dictionary(*rows(2))
    positive = found.exponents[found.b > 0]
    for way in (1, -1):
        assert (positive == [way * 0.5, 0]).all(axis=1).any()


def test_columns_of_a_kind_differ_in_a_measured_constant():
    found = dictionary(*rows(2))
    told = np.column_stack([found.exponents, np.sign(found.b), found.measured])
    for kind in np.unique(found.kinds):
        assert len(np.unique(told[found.kinds == kind], axis=0)) == 1
    assert len(np.unique(found.kinds)) == len(np.unique(told, axis=0))


def test_some_rows_can_be_taken():
    found = dictionary(*rows(2))
    some = found.of_rows(np.arange(3, 9))
    assert (some.logs == found.logs[3:9]).all()
    assert (some.exponents == found.exponents).all()


def test_some_columns_can_be_taken():
    found = dictionary(*rows(2))
    some = found.take(np.array([3, 1]))
    assert some.b.tolist() == found.b[[3, 1]].tolist()
    assert (some.logs == found.logs[:, [3, 1]]).all()
    assert (some.exponents == found.exponents[[3, 1]]).all()
    assert (some.ratio == found.ratio[[3, 1]]).all()
