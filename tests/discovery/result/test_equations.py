import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import sympy

from nalm.discovery.result._equations import (
    PICK,
    equation_table,
    latex_equations,
    latex_table,
    standard_errors,
)
from nalm.symbolic import Equation
from tests.discovery._discoveries import candidate, constant, discovery, power_law

ENERGY = power_law(0.5, {0: Fraction(1), 1: Fraction(2)})
FOUND = discovery(constant(3.5), ENERGY)


def table(discoveries=(FOUND,), targets=("E",), violations=(("", ""),)):
    return equation_table(discoveries, targets=targets, names=("m", "v"), violations=violations)


def test_the_columns():
    assert list(table().columns) == [
        "output", "pick", "complexity", "loss", "r2", "extrapolation_error", "bic", "agreement",
        "equation", "sympy", "latex", "constants", "stderr", "verdict", "domain_violations",
    ]  # fmt: skip


def test_a_row_says_what_the_candidate_is():
    row = table().loc[1]
    assert (row["loss"], row["r2"], row["extrapolation_error"], row["bic"]) == (
        0.5, 0.75, 0.125, -12.5,
    )  # fmt: skip
    assert row["agreement"] == "37/128"
    assert row["constants"] == (0.5,)
    assert row["stderr"] == (0.01,)
    m, v = sympy.symbols("m v", real=True)
    assert sympy.simplify(row["sympy"].subs({m: 3, v: 4}) - 24) == 0
    assert "m" in row["equation"]
    assert "v" in row["latex"]


def test_what_no_random_start_was_needed_for_has_no_agreement():
    found = replace(FOUND, candidates=(replace(FOUND.candidates[0], hits=0, restarts=0),), chosen=0)
    assert table((found,), violations=(("",),)).loc[0, "agreement"] == "–"


def test_the_chosen_one_is_marked():
    assert list(table()["pick"]) == ["", PICK]


def test_the_verdict_stands_beside_what_it_judges():
    assert list(table()["verdict"]) == ["", "law"]


def test_several_outputs_have_their_own_numbers():
    both = (FOUND, discovery(constant(1.0), chosen=0))
    result = table(both, ("E", "p"), (("", "row 3: m = 0"), ("",)))
    assert list(result["output"]) == ["E", "E", "p"]
    assert list(result.index) == [0, 1, 0]
    assert list(result["pick"]) == ["", PICK, PICK]
    assert list(result["domain_violations"]) == ["", "row 3: m = 0", ""]


def test_one_equation_in_latex_is_alone_and_several_are_aligned():
    energy = Equation(target="E", formula=ENERGY, names=("m", "v"))
    one = latex_equations([energy])
    assert one == energy.latex()
    both = latex_equations([energy, replace(energy, target="p", formula=constant(1.5))])
    assert both == "\\begin{aligned}\n" + one.replace("=", "&=") + " \\\\\np &= 1.5\n\\end{aligned}"


def test_the_latex_table_has_a_line_per_candidate():
    rare = discovery(constant(1.0), candidates=(candidate(constant(1.0), loss=1e-30,
                     extrapolation_error=math.nan),), chosen=0)  # fmt: skip
    text = latex_table((FOUND, rare), targets=("E", "p"), names=("m", "v"))
    assert text.count(r"\\") == 1 + 3
    assert text.count(r"$\bullet$") == 2
    assert r"$1 \times 10^{-30}$ & -- \\" in text
    assert text.startswith(r"\begin{tabular}")
    assert text.endswith(r"\end{tabular}")


def test_a_standard_error_is_the_root_of_a_variance():
    covariance = np.array([[4.0, 1.0], [1.0, -1e-20]])
    assert standard_errors(candidate(constant(1.0), covariance=covariance)) == (2.0, 0.0)
    assert standard_errors(candidate(constant(1.0), covariance=np.zeros((0, 0)))) == ()
