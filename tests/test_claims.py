import pytest

from tests.claims import false_numbers


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (".94 (.88–.97), 100 seeds", [0.944, 0.875, 0.972, 100]),
        ("1.6 million steps, 57k or 18,000", [1_610_000, 57_000, 18_000]),
        ("73.8 of −.007, 2e4 and 98 %", [73.78, -0.00727, 17_960, 0.98]),
        ("the ReLU6 and w₂ of 8×8 are names", [8, 8]),
    ],
)
def test_a_number_is_true_to_its_last_digit(words, expected):
    assert false_numbers(words, expected) == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (".72", [0.73]), ("57k", [58_000]), ("50 of 70", [54, 70]), ("20 %", [0.244]),
        ("100 %", [0.5]), ("1.00", [0.99]), ("3 and 4", [3]), ("3", [3, 4]), ("−1", [1]),
    ],
)  # fmt: skip
def test_a_false_number_is_noticed(words, expected):
    assert false_numbers(words, expected)
