import math

import pytest

from nalm.discovery.result._wording_of_sizes import MILLION, SIZES, with_words


@pytest.mark.parametrize("name", sorted(SIZES))
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.5, "0.5"),
        (MILLION, "1e+06"),
        (2.8e24, "more than a million"),
        (math.inf, "more than a million"),
    ],
)
def test_a_size_beyond_a_million_is_said_in_words(name, value, text):
    assert f"{with_words({name: value})[name]:.2g}" == text


def test_other_numbers_keep_their_digits():
    assert with_words({"target": 2.8e24, "rows": 3e9}) == {"target": 2.8e24, "rows": 3e9}
