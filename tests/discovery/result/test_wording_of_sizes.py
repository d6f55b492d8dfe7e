import math

import pytest

from nalm.discovery.result._wording_of_sizes import MILLION, SIZES, with_words


@pytest.mark.parametrize("name", sorted(SIZES - {"odds"}))
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1e-5, "1e-05"),
        (0.5, "0.5"),
        (101.3, "100"),
        (1234.5, "1 200"),
        (MILLION, "1 000 000"),
        (2.8e24, "more than a million"),
        (math.inf, "more than a million"),
    ],
)
def test_a_size_has_no_exponent_and_no_digits_beyond_a_million(name, value, text):
    assert f"{with_words({name: value})[name]:.2g}" == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "1 to more than a million"),
        (0.01, "1 to 100"),
        (1.0, "1 to 1"),
        (2.718, "2.7 to 1"),
        (101.3, "100 to 1"),
        (22026.5, "22 000 to 1"),
        (math.inf, "more than a million to 1"),
    ],
)
def test_odds_are_written_with_both_sides(value, text):
    assert f"{with_words({'odds': value})['odds']:.2g}" == text


def test_other_numbers_keep_their_digits():
    assert with_words({"target": 2.8e24, "rows": 3e9}) == {"target": 2.8e24, "rows": 3e9}
