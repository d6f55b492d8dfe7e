"""C: a function of doubles, by C99's mathematical library."""

from nalm.symbolic._writing._code._dialect import Dialect, Program

_WORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while alignas alignof bool constexpr false nullptr static_assert thread_local true typeof
typeof_unqual asm unix linux i386 near far main abs
double_t float_t signgam math_errhandling out result k
"""
_FUNCTIONS = """
acos asin atan atan2 cos sin tan acospi asinpi atanpi atan2pi cospi sinpi tanpi acosh asinh atanh
cosh sinh tanh exp exp2 exp10 expm1 exp2m1 exp10m1 pow10 log log10 log1p log2 logb logp1 log2p1
log10p1 cbrt compoundn hypot pow pown powr rootn rsqrt sqrt erf erfc gamma lgamma tgamma j0 j1 jn y0
y1 yn ceil floor rint nearbyint round roundeven trunc fmod modf remainder remquo drem copysign fabs
fdim fma fmax fmaxmag fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmin fminmag fminimum
fminimum_mag fminimum_mag_num fminimum_num frexp ilogb ldexp llogb llrint llround lrint lround nan
nextafter nextdown nexttoward nextup scalb scalbln scalbn significand sincos canonicalize finite
fromfp fromfpx ufromfp ufromfpx getpayload setpayload setpayloadsig totalorder totalordermag
"""
_OF = r"(f|l|f\d+x?)"  # the type of a function
# Macros are replaced wherever they stand, and no function can have the name of one of <math.h>.
_KINDS = "|".join(
    (
        r"(M|FP|MATH)_\w*[^\W_]",
        r"(HUGE|NAN|SNAN|INFINITY|INFINITE|MAXFLOAT)(\w*[^\W_])?",
        "DOMAIN|SING|OVERFLOW|UNDERFLOW|TLOSS|PLOSS|X_TLOSS|fpclassify|signbit",
        "is(canonical|eqsig|finite|inf|nan|normal|signaling|subnormal|unordered|zero)[fl]?",
        "is(greater|greaterequal|less|lessequal|lessgreater)",
        f"({'|'.join(_FUNCTIONS.split())}){_OF}?(_r)?",
        f"(d|{_OF})(add|div|fma|mul|sqrt|sub){_OF}?",
    )
)

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
    kinds=_KINDS,
)  # fmt: skip
"""Several values are written into an array; ``@`` stands for the name of the function.

Helpers begin with that name, so that the functions of several equations can stand in one file.
"""
