"""A formula as a spreadsheet computes it: its own precedence, and errors that spread as NaN."""

import math
import re

TOKEN = re.compile(r'\s*(?:(\d+\.?\d*(?:E[-+]?\d+)?)|([A-Z]+)(\d*)|("(?:[^"]|"")*")|(.))')
FUNCTIONS = {
    "EXP": math.exp, "LN": math.log, "SIN": math.sin, "COS": math.cos, "TAN": math.tan,
    "TANH": math.tanh, "ASIN": math.asin, "ACOS": math.acos, "ATAN": math.atan, "SQRT": math.sqrt,
    "ERF": math.erf,
}  # fmt: skip


def spreadsheet(formula, cells):
    """Compute ``=A2*B2^2`` of the numbers in the second row; NaN for an error."""
    assert formula[0] == "="
    tokens = [found for found in TOKEN.findall(formula[1:].rstrip("\n")) if any(found)]
    try:
        value, rest = _sum(tokens, cells)
    except (ValueError, OverflowError, ZeroDivisionError):
        return math.nan
    assert not rest, rest
    return value if math.isfinite(value) else math.nan


def _sum(tokens, cells):
    value, tokens = _product(tokens, cells)
    while tokens and tokens[0][4] in ("+", "-"):
        sign = 1 if tokens[0][4] == "+" else -1
        other, tokens = _product(tokens[1:], cells)
        value += sign * other
    return value, tokens


def _product(tokens, cells):
    value, tokens = _power(tokens, cells)
    while tokens and tokens[0][4] == "*":
        other, tokens = _power(tokens[1:], cells)
        value *= other
    return value, tokens


def _power(tokens, cells):
    value, tokens = _signed(tokens, cells)
    while tokens and tokens[0][4] == "^":
        exponent, tokens = _signed(tokens[1:], cells)
        value = _raised(value, exponent)
    return value, tokens


def _raised(base, exponent):
    root = 1 / exponent if exponent else 0.0
    odd = abs(root - round(root)) < 1e-9 and round(root) % 2 == 1
    if base < 0 and odd and not exponent.is_integer():
        return -((-base) ** exponent)
    value = base**exponent
    if isinstance(value, complex):
        raise ValueError
    return value


def _signed(tokens, cells):
    # A minus before a number binds closer than a power: -2^2 is 4.
    if tokens[0][4] == "-":
        value, tokens = _signed(tokens[1:], cells)
        return -value, tokens
    return _atom(tokens, cells)


def _atom(tokens, cells):
    (number, word, row, _, sign), *rest = tokens
    if number:
        return float(f"{float(number):.15g}"), rest
    if word and row:
        assert row == "2"
        return float(cells[word]), rest
    if word == "N":
        assert rest[1][3]
        return 0.0, rest[3:]
    if word:
        value, rest = _sum(rest[1:], cells)
        return FUNCTIONS[word](value), rest[1:]
    assert sign == "("
    value, rest = _sum(rest, cells)
    return value, rest[1:]
