"""Julia: a function of numbers, for arrays with a dot."""

from nalm.symbolic._writing._code._dialect import Dialect, Program

_WORDS = """
baremodule begin break catch const continue do else elseif end export false finally for function
global if import in isa let local macro module mutable outer quote return struct true try type using
where while abstract primitive NaN Inf pi im
erf exp log sin cos tan sinh cosh tanh asin acos atan asinh isfinite isinteger isnan float map abs
power checked log_of sin_of cos_of tan_of asin_of acos_of
"""

# Julia raises a DomainError where other languages have NaN.
_HELPERS = {
    "power": "power(b, p) = isnan(b) || (b < 0 && !isinteger(p)) || (b == 0 && p < 0) ? NaN : b^p",
    "log_of": "log_of(u) = u > 0 ? log(u) : NaN",
    "sin_of": "sin_of(u) = isfinite(u) ? sin(u) : NaN",
    "cos_of": "cos_of(u) = isfinite(u) ? cos(u) : NaN",
    "tan_of": "tan_of(u) = isfinite(u) ? tan(u) : NaN",
    "asin_of": "asin_of(u) = abs(u) <= 1 ? asin(u) : NaN",
    "acos_of": "acos_of(u) = abs(u) <= 1 ? acos(u) : NaN",
}


def _frame(program: Program) -> str:
    arguments = ", ".join(program.arguments)
    listed = arguments if len(program.arguments) > 1 else f"{arguments},"
    checked = ", ".join(f"checked({each})" for each in program.expressions)
    lines = [
        *(["using SpecialFunctions: erf", ""] if program.uses("erf") else []),
        f"function {program.name}({arguments})",
        *(f"    # {remark}" for remark in program.remarks),
        *(f"    {text}" for name, text in _HELPERS.items() if program.uses(name)),
        "    checked(u) = isfinite(u) ? u : NaN",
        f"    {listed} = map(float, ({listed}))",
        f"    return {checked}",
        "end",
        "",
    ]
    return "\n".join(lines)


JULIA = Dialect(
    title="Julia",
    functions={
        "exp": "exp", "log": "log_of", "sin": "sin_of", "cos": "cos_of", "tan": "tan_of",
        "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
        "arcsin": "asin_of", "arccos": "acos_of", "arctan": "atan",
        "arcsinh": "asinh", "erf": "erf",
    },
    frame=_frame,
    whole="{}^{}".format,
    power="power({}, {!r})".format,
    reserved=_WORDS,
)  # fmt: skip
