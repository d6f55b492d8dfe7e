"""Spreadsheets: a formula of the cells A2, B2, … for each value."""

from collections.abc import Sequence

from nalm.symbolic._writing._code._dialect import Dialect, Program

LETTERS = 255
"""Letters of a text in a formula, at most."""


def _frame(program: Program) -> str:
    # The equations themselves would be written twice.
    remarks = program.remarks[len(program.targets) :]
    formulas = [
        f"={expression}{_remarks(target, remarks)}\n"
        for target, expression in zip(program.targets, program.expressions, strict=True)
    ]
    return "".join(formulas)


def _remarks(target: str, remarks: Sequence[str]) -> str:
    """Add texts, each of which counts 0: the only comment that a formula can hold."""
    return "".join(f" + N({_text(each)})" for each in (f"this is {target}", *remarks))


def _text(content: str) -> str:
    return '"' + content[: LETTERS // 2].replace('"', '""') + '"'


def _cell(place: int, _name: str) -> str:
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}2"


def _power(base: str, exponent: float) -> str:
    if exponent.is_integer():
        return f"({base})^({_number(exponent)})"
    # A root has no value below 0, where some powers have one in a spreadsheet: (-8)^(1/3) is -2.
    return f"SQRT({base})^({_number(2 * exponent)})"


def _number(value: float) -> str:
    # What lies beyond fifteen digits is not read.
    return f"{value:.15g}".replace("e", "E")


def _minus(text: str) -> str:
    # -A2^2 would be (-A2)^2; of -2*A2^2 the sign belongs to the 2.
    return f"-{text}" if text[0].isdigit() else f"-1*{text}"


EXCEL = Dialect(
    title="Excel",
    functions={
        "exp": "EXP", "log": "LN", "sin": "SIN", "cos": "COS", "tan": "TAN", "sinh": "SINH",
        "cosh": "COSH", "tanh": "TANH",
        "arcsin": "ASIN", "arccos": "ACOS", "arctan": "ATAN",
        "arcsinh": "ASINH", "erf": "ERF",
    },
    frame=_frame,
    times="*",
    whole="{}^{}".format,
    power=_power,
    number=_number,
    minus=_minus,
    argument=_cell,
)  # fmt: skip
"""An error stands where a formula has no value, also where a part of it is beyond 1E+308."""
