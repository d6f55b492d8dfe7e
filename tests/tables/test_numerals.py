import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nalm.tables._numerals import (
    Reads,
    affixes,
    is_beyond,
    is_missing,
    is_number,
    number,
    reads,
    without_affixes,
)


@pytest.mark.parametrize(
    ("text", "point", "comma"),
    [
        ("7,923.54", 7923.54, math.nan),
        ("7.923,54", math.nan, 7923.54),
        ("1,234", 1234.0, 1.234),
        ("1.234.567", math.nan, 1234567.0),
        ("12,34,567.8", 1234567.8, math.nan),
        ("1 234", 1234.0, 1234.0),
        ("1\u202f234,5", math.nan, 1234.5),
        ("1'234.5", 1234.5, math.nan),
        ("−5", -5.0, -5.0),
        ("1.5D+03", 1500.0, math.nan),
        ("2 × 10^−3", 2e-3, 2e-3),
        ("2·10³", 2e3, 2e3),
        ("1,2*10**(-3)", math.nan, 1.2e-3),
        ("1.2x10⁻¹²", 1.2e-12, math.nan),
        ("1.2x10-3", 1.2e-3, math.nan),
        ("3 x 10^-5", 3e-5, 3e-5),
        ("3 X 10^-5", 3e-5, 3e-5),
        ("3 x 10⁻⁵", 3e-5, 3e-5),
        ("3 x 10-5", 3e-5, 3e-5),
        ("3 E-05", 3e-5, 3e-5),
        ("3 e 5", math.nan, math.nan),
        ("1x100", math.nan, math.nan),
        ("4*1000", math.nan, math.nan),
        ("3·103", math.nan, math.nan),
        ("3 x 10 5", math.nan, math.nan),
        ("2·10", math.nan, math.nan),
        ("1 2 3", math.nan, math.nan),
        ("0,123", math.nan, 0.123),
        (",", math.nan, math.nan),
        ("", math.nan, math.nan),
        ("1/2", math.nan, math.nan),
    ],
)
def test_both_decimal_signs_are_read(text, point, comma):
    assert number(text, ".") == pytest.approx(point, nan_ok=True)
    assert number(text, ",") == pytest.approx(comma, nan_ok=True)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_what_python_writes_is_read_exactly(value):
    assert number(repr(value), ".") == value
    assert number(repr(value).replace(".", ","), ",") == value


@given(st.integers(-(10**12), 10**12), st.sampled_from([(",", "."), (".", ","), ("'", ".")]))
def test_grouped_numbers_are_read_exactly(value, signs):
    separator, decimal = signs
    assert number(f"{value:,}".replace(",", separator) + f"{decimal}5", decimal) == pytest.approx(
        math.copysign(abs(value) + 0.5, value)
    )


def test_lines_are_no_numbers():
    assert is_number("0." + "1" * 398)
    assert not is_number("0." + "1" * 399)


@given(st.text())
def test_any_text_is_a_number_or_not(text):
    assert isinstance(number(text, "."), float)
    assert not (is_number(text) and is_missing(text))
    reads(text), is_beyond(text), affixes([text])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1.5", Reads.POINT),
        ("1,5", Reads.COMMA),
        ("1,234", Reads.EITHER_COMMA),
        ("1.234", Reads.EITHER_POINT),
        ("1234", Reads.LONG),
        ("12", Reads.NOTHING),
        ("x", Reads.NOTHING),
        ("1,234.5", Reads.POINT),
        ("1,234e5", Reads.COMMA),
    ],
)
def test_signs_tell_the_decimal_sign_or_leave_it_open(text, found):
    assert reads(text) is found


@pytest.mark.parametrize("text", ["", " ", "?", "n/a", "N/A", "-", "–", "#DIV/0!", "NaN", "None"])
def test_words_for_nothing_are_known(text):
    assert is_missing(text)


@pytest.mark.parametrize(
    "text", ["<0.5", "< 0,5", "<0.5 kg", "< 2 mg/L", ">100", "≤ 3", "<LOD", "BDL", "n.d."]
)
def test_limits_are_known(text):
    assert is_beyond(text)


@pytest.mark.parametrize("text", ["0.5 kg", "<0.5 3", "< kg", "<1 of the many things"])
def test_other_texts_are_no_limits(text):
    assert not is_beyond(text)


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["5 kg", "6.5kg"], ("", "kg")),
        (["12.5 %"], ("", "%")),
        (["$1,200", "$5"], ("$", "")),
        (["3 J mol-1"], ("", "J mol-1")),
        (["5 kg", "6 g"], None),
        (["5 ± 0.1"], None),
        (["1/2"], None),
        (["2020-01-01"], None),
        (["12:30"], None),
        (["S1", "S2"], None),
        (["1", "2"], None),
        (["3 x 10^-5", "6 x 10^-5"], None),
        (["3 X 10^5"], None),
        (["3 x 10⁻⁵"], None),
        (["3 x 10-5"], None),
        (["3 e-5", "6 e-5"], None),
        (["3 E 5", "6 E 5"], None),
        (["3 E-05 m", "6 E-05 m"], None),
        (["2 x 103"], None),
        (["2 x 103 m"], None),
        (["3 x 10^-5 m/s", "6.1 x 10⁻⁶ m/s"], ("", "m/s")),
    ],
)
def test_what_stands_beside_every_number_is_found(texts, found):
    assert affixes(texts) == found
    if found:
        assert is_number(without_affixes(texts[0]))
