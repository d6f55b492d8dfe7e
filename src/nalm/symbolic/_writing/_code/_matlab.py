"""MATLAB and Octave: a function of arrays or numbers, element by element."""

from nalm.symbolic._writing._code._dialect import Dialect, Program

_WORDS = """
break case catch classdef continue else elseif end endfunction for function global if otherwise
parfor persistent return spmd switch try until while do end_try_catch endif endwhile endfor unwind
abs acos asin asinh atan cos cosh exp isfinite isnan log NaN nan Inf inf pi round result sin sinh
size sqrt tan tanh zeros ans nargin nargout varargin varargout
"""

# Numbers outside a domain become NaN before MATLAB can make complex ones of them.
_POWER = """
function value = {name}_power(base, exponent)
    if exponent ~= round(exponent)
        base(base < 0) = NaN;
    end
    if exponent < 0
        base(base == 0) = NaN;
    end
    value = base .^ exponent;
    value(isnan(base)) = NaN;
end
"""
_LOG = """
function value = {name}_log(u)
    u(~(u > 0)) = NaN;
    value = log(u);
end
"""
_INVERSE = """
function value = {name}_{function}(u)
    u(abs(u) > 1) = NaN;
    value = {function}(u);
end
"""


def _frame(program: Program) -> str:
    values = ", ".join(program.values)
    values = f"[{values}]" if len(program.values) > 1 else values
    lines = [
        f"function {values} = {program.name}({', '.join(program.arguments)})",
        *(f"% {remark}" for remark in program.remarks),
    ]
    for value, expression, constant in zip(
        program.values, program.expressions, program.constant, strict=True
    ):
        column = expression.replace("@", program.name)
        if constant:
            column += f" + zeros(size({program.arguments[0]}))"
        lines += [f"    {value} = {column};", f"    {value}(~isfinite({value})) = NaN;"]
    helpers = [
        text.format(name=program.name, function=name)
        for name, text in (
            ("power", _POWER), ("log", _LOG), ("asin", _INVERSE), ("acos", _INVERSE)
        )
        if program.uses(f"@_{name}")
    ]  # fmt: skip
    return "\n".join([*lines, "end", ""]) + "".join(helpers)


MATLAB = Dialect(
    title="MATLAB",
    functions={
        "exp": "exp", "log": "@_log", "sin": "sin", "cos": "cos", "tan": "tan", "sinh": "sinh",
        "cosh": "cosh", "tanh": "tanh",
        "arcsin": "@_asin", "arccos": "@_acos", "arctan": "atan",
        "arcsinh": "asinh", "erf": "erf",
    },
    frame=_frame,
    times=" .* ",
    whole="{}.^{}".format,
    power="@_power({}, {!r})".format,
    reserved=_WORDS,
)  # fmt: skip
"""For a file of the function's name; ``@`` stands for that name."""
