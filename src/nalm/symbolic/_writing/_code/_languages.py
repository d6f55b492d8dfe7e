"""The programming languages by name."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from nalm.errors import InvalidValueError, UnknownNameError
from nalm.symbolic._writing._code._c import C
from nalm.symbolic._writing._code._dialect import Dialect, write_code
from nalm.symbolic._writing._code._excel import EXCEL
from nalm.symbolic._writing._code._julia import JULIA
from nalm.symbolic._writing._code._matlab import MATLAB
from nalm.symbolic._writing._code._python import PYTHON
from nalm.symbolic._writing._equation import Equation

LANGUAGES: Mapping[str, Dialect] = MappingProxyType(
    {"python": PYTHON, "c": C, "matlab": MATLAB, "excel": EXCEL, "julia": JULIA}
)


def to_code(equations: Equation | Sequence[Equation], language: str) -> str:
    """Write equations as a function of a programming language that needs nothing of this package.

    It computes what `predict` does: there is no protected operator, so outside its domain, and
    where it is infinite, a formula has no value. That is NaN; in Excel an error. All measured
    numbers have all their digits (in Excel 15).

    Args:
        equations: One, or several of the same inputs.
        language: "python" (with NumPy, for arrays or numbers), "c" (C99), "matlab" (or Octave),
            "julia"; "excel" for formulas of the cells A2, B2, … in the order of the inputs.

    Returns:
        The text of one function. Its arguments are all inputs in their order, by their names as far
        as the language takes them; a comment says which were changed. It is called as the target,
        for dx/dt ``dx_dt``; with several targets ``equations``, and it returns all values: a tuple,
        in C the array ``out``. For Excel there is a line for each target.

    Raises:
        UnknownNameError: If there is no such language.
        InvalidValueError: If the inputs differ, or the language lacks a function of the formula.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Equation, Power, Product, Sum, to_code
        >>> fall = Sum((Product(4.905, (Power(0, Fraction(2)),)),))
        >>> print(to_code(Equation(target="height", formula=fall, names=("t",)), "julia"))
        function height(t)
            # height = 4.905*t^2
            checked(u) = isfinite(u) ? u : NaN
            t, = map(float, (t,))
            return checked(4.905 * t^2)
        end
        <BLANKLINE>
    """
    if language not in LANGUAGES:
        raise UnknownNameError(
            f"language should be one of {', '.join(LANGUAGES)}, found {language!r}. For others "
            "register an exporter with `nalm.symbolic.register_exporter`."
        )
    several = (equations,) if isinstance(equations, Equation) else tuple(equations)
    if len({each.names for each in several}) != 1:
        raise InvalidValueError(
            f"equations should be one or more of the same inputs, found "
            f"{[each.names for each in several]}"
        )
    return write_code(LANGUAGES[language], several)
