"""What a sweep varies, in words."""

import pytest

from nalm.experiments import Parameter


@pytest.mark.parametrize(
    ("value", "text"),
    [(3, "rate 3"), (0.25, "rate 0.25"), (1e-5, "rate 1e-05"), ("none", "rate none")],
)
def test_name_and_value_are_written(value, text):
    assert str(Parameter(name="rate", value=value)) == text
