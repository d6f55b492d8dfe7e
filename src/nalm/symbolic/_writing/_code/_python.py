"""Python: a function of NumPy arrays or numbers."""

from textwrap import indent

from nalm.symbolic._writing._code._dialect import Dialect, Program

_KEYWORDS = """
False None True and as assert async await break class continue def del elif else except finally for
from global if import in is lambda nonlocal not or pass raise return try while with yield
np float each columns power log erf result
"""

_POWER = """\
def power(base, exponent):  # no value below 0 if broken, and none at 0 if negative
    outside = np.isnan(base) | ((base == 0) & (exponent < 0))
    return np.where(outside, np.nan, np.power(base, exponent))
"""
_LOG = """\
def log(u):
    return np.where(u > 0, np.log(u), np.nan)
"""


def _frame(program: Program) -> str:
    helpers = "".join(
        f"{text}\n" for name, text in (("power", _POWER), ("log", _LOG)) if program.uses(name)
    )
    first, arguments = program.arguments[0], ", ".join(program.arguments)
    listed = arguments if len(program.arguments) > 1 else f"{arguments},"
    lines = [
        *(f"# {remark}" for remark in program.remarks),
        *helpers.splitlines(),
        f"columns = [np.asarray(each, dtype=float) for each in ({listed})]",
        f"{listed} = np.broadcast_arrays(*columns)",
        'with np.errstate(all="ignore"):',
        *(
            f"    {value} = np.full({first}.shape, {text})"
            if constant  # it would have one value instead of one for each row
            else f"    {value} = {text}"
            for value, text, constant in zip(
                program.values, program.expressions, program.constant, strict=True
            )
        ),
        f"return {', '.join(map(_checked, program.values))}",
    ]
    body = indent("\n".join(lines), "    ")
    imports = "from scipy.special import erf\n" if program.uses("erf") else ""
    return f"import numpy as np\n{imports}\n\ndef {program.name}({arguments}):\n{body}\n"


def _checked(value: str) -> str:
    return f"np.where(np.isfinite({value}), {value}, np.nan)[()]"


PYTHON = Dialect(
    title="Python",
    functions={
        "exp": "np.exp", "log": "log", "sin": "np.sin", "cos": "np.cos", "tan": "np.tan",
        "sinh": "np.sinh", "cosh": "np.cosh", "tanh": "np.tanh",
        "arcsin": "np.arcsin", "arccos": "np.arccos", "arctan": "np.arctan",
        "arcsinh": "np.arcsinh", "erf": "erf",
    },
    frame=_frame,
    whole="{}**{}".format,
    power="power({}, {!r})".format,
    reserved=_KEYWORDS,
)  # fmt: skip
"""NumPy gives NaN where there is no value, but for 1/0 and log(0)."""
