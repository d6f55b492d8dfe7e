"""C: a function of doubles, by C99's mathematical library."""

from nalm.symbolic._writing._code._dialect import Dialect, Program

_WORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while bool true false nullptr asm typeof unix linux near far main
abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs
fdim floor fma fmax fmin fmod frexp gamma hypot ilogb isfinite isinf isnan j0 j1 jn ldexp lgamma log
log10 log1p log2 logb lrint lround modf nan nearbyint nextafter pow remainder remquo rint round
scalbn signbit signgam sin sinh sqrt tan tanh tgamma trunc y0 y1 yn drem significand
NAN INFINITY HUGE_VAL out result k
"""

_POWER = """\
/* No value below 0 if the exponent is broken (which pow knows), and none at 0 if it is negative. */
static double {name}_power(double base, double exponent)
{{
    if (isnan(base) || (base == 0.0 && exponent < 0.0)) {{
        return NAN;
    }}
    return pow(base, exponent);
}}
"""
_LOG = """\
static double {name}_log(double u)
{{
    return u > 0.0 ? log(u) : NAN;
}}
"""


def _frame(program: Program) -> str:
    several = len(program.values) > 1
    arguments = ", ".join(f"double {each}" for each in program.arguments)
    expressions = [each.replace("@", program.name) for each in program.expressions]
    lines = [
        "#include <math.h>",
        "",
        *(
            text.format(name=program.name)
            for helper, text in (("@_power", _POWER), ("@_log", _LOG))
            if program.uses(helper)
        ),
        *(f"/* {remark.replace('*/', '* /')} */" for remark in program.remarks),
        f"void {program.name}({arguments}, double out[{len(expressions)}])"
        if several
        else f"double {program.name}({arguments})",
        "{",
        *(f"    (void){each};" for each in program.arguments if each not in program.used),
    ]
    for k, expression in enumerate(expressions):
        target = f"out[{k}]" if several else "double result"
        lines.append(f"    {target} = {expression};")
    if several:
        lines += [
            f"    for (int k = 0; k < {len(expressions)}; k++) {{",
            "        out[k] = isfinite(out[k]) ? out[k] : NAN;",
            "    }",
        ]
    else:
        lines.append("    return isfinite(result) ? result : NAN;")
    return "\n".join([*lines, "}", ""])


C = Dialect(
    title="C",
    functions={
        "exp": "exp", "log": "@_log", "sin": "sin", "cos": "cos", "tan": "tan", "sinh": "sinh",
        "cosh": "cosh", "tanh": "tanh",
        "arcsin": "asin", "arccos": "acos", "arctan": "atan",
        "arcsinh": "asinh", "erf": "erf",
    },
    frame=_frame,
    whole="pow({}, {})".format,
    power="@_power({}, {!r})".format,
    reserved=_WORDS,
)  # fmt: skip
"""Several values are written into an array; ``@`` stands for the name of the function.

Helpers begin with that name, so that the functions of several equations can stand in one file.
"""
