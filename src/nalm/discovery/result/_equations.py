"""What was found, as tables."""

# scikit-learn, pandas, SciPy and JSON say nothing of their types.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from nalm.discovery.result._candidate import Candidate, Discovery
from nalm.symbolic import Equation, parameters, to_latex, to_sympy, to_text

if TYPE_CHECKING:
    import pandas as pd

PICK = ">>>"
"""Marks the formula that was chosen."""


def equation_table(
    discoveries: Sequence[Discovery],
    *,
    targets: Sequence[str],
    names: Sequence[str],
    violations: Sequence[Sequence[str]],
) -> "pd.DataFrame":
    """List all candidates, output after output, from simple to complex.

    Args:
        discoveries: One per output.
        targets: Names of the outputs.
        names: Names of the inputs.
        violations: Per output and candidate, the training rows where it has no value, as text.

    Returns:
        One row per candidate, indexed by the number that `index=` takes. The verdict stands beside
        the chosen candidate only, which is what it judges.
    """
    import pandas as pd

    rows: list[dict[str, object]] = []
    index: list[int] = []
    for discovery, target, texts in zip(discoveries, targets, violations, strict=True):
        for i, (candidate, text) in enumerate(zip(discovery.candidates, texts, strict=True)):
            chosen = i == discovery.chosen
            rows.append({
                "output": target,
                "pick": PICK if chosen else "",
                **_row(candidate, names),
                "verdict": discovery.verdict.value if chosen else "",
                "domain_violations": text,
            })  # fmt: skip
            index.append(i)
    return pd.DataFrame(rows, index=pd.Index(index, name="index"))


def latex_table(
    discoveries: Sequence[Discovery], *, targets: Sequence[str], names: Sequence[str]
) -> str:
    """Write the candidates as a LaTeX table, for the package booktabs.

    Args:
        discoveries: One per output.
        targets: Names of the outputs, in LaTeX.
        names: Names of the inputs.

    Returns:
        A `tabular`; the chosen formula has a bullet.
    """
    lines = [
        r"\begin{tabular}{clrrr}",
        r"\toprule",
        r" & Equation & Complexity & Loss & Extrapolation error \\",
    ]
    for discovery, target in zip(discoveries, targets, strict=True):
        lines.append(r"\midrule")
        for i, candidate in enumerate(discovery.candidates):
            pick = r"$\bullet$" if i == discovery.chosen else ""
            formula = to_latex(candidate.formula, names)
            loss, error = (
                _latex_number(candidate.loss),
                _latex_number(candidate.extrapolation_error),
            )
            lines.append(
                rf"{pick} & ${target} = {formula}$ & {candidate.complexity} & {loss} & {error} \\"
            )
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"])


def latex_equations(equations: Sequence[Equation]) -> str:
    r"""Write equations in LaTeX, for mathematics mode.

    Args:
        equations: One or several.

    Returns:
        One equation as it is; several, one below the other in an `aligned` environment.

    Example:
        >>> from fractions import Fraction
        >>> from nalm.symbolic import Power, Product, Sum
        >>> decay = Sum((Product(Fraction(-2), (Power(0, Fraction(1)),)),))
        >>> latex_equations([Equation(target="x", formula=decay, names=("x",), rate=True)])
        '\\frac{d\\,x}{dt} = -2 x'
    """
    if len(equations) == 1:
        return equations[0].latex()
    lines = [f"{each.left_latex} &= {to_latex(each.formula, each.names)}" for each in equations]
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def standard_errors(candidate: Candidate) -> tuple[float, ...]:
    """Return the standard error of each measured number of a formula.

    Args:
        candidate: The formula and its covariance.

    Returns:
        In the order of `nalm.symbolic.parameters`.
    """
    # Rounding may leave a variance of 0 slightly negative.
    variances = np.maximum(np.diag(candidate.covariance), 0.0)
    return tuple(float(deviation) for deviation in np.sqrt(variances))


def _row(candidate: Candidate, names: Sequence[str]) -> dict[str, object]:
    return {
        "complexity": candidate.complexity,
        "loss": candidate.loss,
        "r2": candidate.r2,
        "extrapolation_error": candidate.extrapolation_error,
        "bic": candidate.bic,
        "agreement": f"{candidate.hits}/{candidate.restarts}" if candidate.restarts else "–",
        "equation": to_text(candidate.formula, names),
        "sympy": to_sympy(candidate.formula, names),
        "latex": to_latex(candidate.formula, names),
        "constants": tuple(float(value) for value in parameters(candidate.formula)),
        "stderr": standard_errors(candidate),
    }


def _latex_number(value: float) -> str:
    if not np.isfinite(value):
        return "--"
    mantissa, _, exponent = f"{value:.3g}".partition("e")
    return rf"${mantissa} \times 10^{{{int(exponent)}}}$" if exponent else f"${mantissa}$"
