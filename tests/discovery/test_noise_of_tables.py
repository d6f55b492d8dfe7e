import warnings
from fractions import Fraction

import numpy as np
import pytest

import nalm
from nalm.discovery import Noise, ReasonKind, Verdict, noise_size
from nalm.discovery._noise_of_tables import RoundingNoise
from nalm.discovery.numerics._rounding import Step
from tests._tiers import thorough
from tests.discovery._laws import formula, term

SQUARE = formula(term(Fraction(1), (0, 2)))


def fitted(x, y, *, max_time=60.0, **options):
    model = nalm.SymbolicRegressor(max_time=max_time, random_state=0, functions=(), **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", nalm.errors.UnfinishedWarning)
        return model.fit(np.asarray(x).reshape(len(y), -1), y)


def digits(values, count):
    return np.array([float(f"{value:.{count}g}") for value in values])


def uniform(rows, inputs=1, *, low=0.5, high=4.0, seed=0):
    return np.random.default_rng(seed).uniform(low, high, (rows, inputs))


# ── Rounding ──────────────────────────────────────────────────────────────────────────────────────


def test_rounding_of_an_input_counts_by_the_slope():
    x = np.array([[1.0], [3.0]])
    alone = RoundingNoise(target=Step(absolute=0.3))
    both = RoundingNoise(target=Step(absolute=0.3), inputs=(Step(absolute=0.1),))
    assert noise_size(SQUARE, x, noise=alone) == pytest.approx([0.3, 0.3])
    assert noise_size(SQUARE, x, noise=both) == pytest.approx(np.hypot(0.3, 0.1 * 2 * x[:, 0]))


def test_terms_that_cancel_were_rounded_before():
    rising = formula(term(Fraction(1), (0, 1)), term(-5.0))
    size = noise_size(rising, np.array([[5.0]]), noise=RoundingNoise(target=Step(relative=1e-3)))
    assert size == pytest.approx([1e-2])


def test_a_table_without_rounding_has_no_model_of_it():
    x = uniform(80)
    assert Noise.ROUNDING.of_table(x, x[:, 0] ** 2) == ()
    (target,) = Noise.ROUNDING.of_table(x, np.round(x[:, 0] ** 2, 3))
    assert target.target == Step(absolute=5e-4)
    assert len(Noise.ROUNDING.of_table(np.round(x, 3), np.round(x[:, 0] ** 2, 3))) == 2


def test_its_numbers_bring_it_back():
    model = RoundingNoise(target=Step(0.1, 0.0), inputs=(Step(), Step(0.0, 1e-3)))
    assert Noise.ROUNDING.with_numbers(model.numbers) == model
    assert model.of_columns((0, 2)).inputs == (Step(), Step(), Step(0.0, 1e-3))


def test_a_float32_law_whose_target_changes_sign_is_exact_to_its_digits():
    x = uniform(200, low=-3.0, high=3.0).astype("f4")
    found = fitted(x, (0.4 * x[:, 0] ** 3 - 1.9 * x[:, 0] + 1.3).astype("f4"))
    assert found.verdict_ is Verdict.LAW
    assert found.discoveries_[0].reason.kind is ReasonKind.WITHIN_ROUNDING
    assert np.allclose(found.predict([[1.5]]), 0.4 * 1.5**3 - 1.9 * 1.5 + 1.3, rtol=1e-5)


@pytest.mark.parametrize("printed", [lambda y: np.round(y, 5), lambda y: digits(y, 6)])
def test_a_law_in_printed_digits_is_exact_to_them(printed):
    x = uniform(150, 2)
    found = fitted(x, printed(2.37 * x[:, 0] / x[:, 1] + 1.13 * x[:, 1] ** 2))
    assert found.discoveries_[0].reason.kind is ReasonKind.WITHIN_ROUNDING


def test_two_digits_are_not_exact():
    x = uniform(100, low=1.0, high=9.0)
    found = fitted(x, digits(2.37 * x[:, 0] ** 2, 2))
    assert found.discoveries_[0].reason.kind is not ReasonKind.WITHIN_ROUNDING


@pytest.mark.parametrize(
    ("slope", "offset", "decimals"),
    [(1.8, 32, 0), thorough(1.4, 3, 0), thorough(0.18, 3.2, 1), thorough(0.45, 7, 0)],
)
def test_rounding_that_repeats_is_no_wave(slope, offset, decimals):
    """Whole degrees Fahrenheit over whole degrees Celsius: every fifth is rounded alike."""
    x = np.arange(101.0).reshape(-1, 1)
    y = np.round(slope * x[:, 0] + offset, decimals)
    found = nalm.SymbolicRegressor(max_time=60, random_state=0).fit(x, y)
    assert found.verdict_ is Verdict.LAW
    assert found.predict([[150.0]]) == pytest.approx(slope * 150 + offset, abs=10**-decimals)


@pytest.mark.thorough
def test_noise_beyond_the_rounding_is_not_exact():
    x = uniform(100)
    y = 2.37 * x[:, 0] ** 2 + 0.01 * np.random.default_rng(1).standard_normal(100)
    found = fitted(x, np.round(y, 6))
    assert found.discoveries_[0].reason.kind is not ReasonKind.WITHIN_ROUNDING


@pytest.mark.thorough
def test_a_form_that_is_not_searched_is_not_exact():
    x = uniform(120, low=0.1, high=3.0)
    found = fitted(
        x, np.round(np.log(np.cosh(x[:, 0])) + 0.3 * np.sin(2 * x[:, 0]), 5), max_time=6.0
    )
    assert found.verdict_ is not Verdict.LAW


def test_a_file_keeps_the_rounding(tmp_path):
    x = np.round(uniform(100, 2), 4)
    x[:, 0] = 2.0  # left out, so that inputs are counted anew
    with pytest.warns(nalm.errors.InputWarning):
        found = fitted(x, np.round(1.7 * x[:, 1] ** 2, 4))
    found.save(tmp_path / "law.json")
    again = nalm.SymbolicRegressor.load(tmp_path / "law.json")
    rows = np.array([[2.0, 3.0]])
    assert np.array_equal(again.predict_interval(rows), found.predict_interval(rows))


# ── Outliers ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("law", "noise"),
    [(lambda x: 3 * x**1.5, 0.02), thorough(lambda x: 40 / x, 0.02)],
    ids=["root", "inverse"],
)
def test_two_rows_far_off_do_not_decide_the_form(law, noise):
    x = np.linspace(1, 10, 30)
    y = law(x) * (1 + noise * np.random.default_rng(2).standard_normal(30))
    y[[6, 17]] *= 70
    found = fitted(x, y)
    assert found.predict([[20.0]]) == pytest.approx(law(20.0), rel=0.1)
    assert "Far off: 2 of the 30 rows" in found.reason_


def test_one_row_far_off_leaves_the_verdict_as_it_is():
    x = uniform(120, 2)
    y = x[:, 0] * x[:, 1] + 0.02 * np.random.default_rng(3).standard_normal(120)
    y[11] = 900.0
    found = fitted(x, y)
    assert found.verdict_ is Verdict.LAW
    assert "Far off: 1 of the 120 rows" in found.reason_


@pytest.mark.thorough
def test_a_bend_is_no_outlier():
    """A tenth of the rows beyond a kink are far off together, and not one by one."""
    x = np.sort(uniform(300, low=0.0, high=10.0)[:, 0])
    y = x + 20 * np.maximum(x - 9.2, 0) + 0.02 * np.random.default_rng(4).standard_normal(300)
    assert fitted(x, y, max_time=8.0).verdict_ is not Verdict.LAW


def test_inputs_of_whole_numbers_are_exact():
    random = np.random.default_rng(0)
    x, y = random.integers(3, 90, (60, 1)).astype(float), np.round(random.uniform(1, 9, 60), 2)
    assert [each.inputs for each in RoundingNoise().of_table(x, y)] == [()]


def test_the_rounding_of_nothing_has_a_size_for_each_row():
    """Of e^(-a/(x + c)) with a tiny c nothing is left without x."""
    noise = RoundingNoise(target=Step(absolute=0.5))
    assert noise.size(formula(), np.ones((3, 1))).tolist() == [0.5, 0.5, 0.5]


def test_an_offset_below_the_last_digit_of_a_float32_law_is_left_out():
    """Without x, and not without the offset, e^(-a/(x + c)) would be 0 everywhere."""
    x = np.linspace(0.5, 5, 9)
    y = [5.0436272e-03, 0.60520607, 2.640249, 5.399786, 8.2412052, 10.895454, 13.283026, 15.400428]
    y = np.array([*y, 17.27092], dtype="f4").astype(float)
    model = nalm.SymbolicRegressor(max_time=60.0, random_state=0).fit(x[:, None], y)
    assert model.predict([[50.0]]) == pytest.approx(42.6624 * np.exp(-4.52147 / 50), rel=1e-4)
