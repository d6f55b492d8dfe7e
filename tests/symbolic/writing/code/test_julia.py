import re
import shutil
import subprocess

import numpy as np
import pytest
from hypothesis import given

from nalm.symbolic import to_code
from tests.symbolic.strategies import NAMES, plus, quick, tables, term
from tests.symbolic.writing.code._equal import (
    CORNERS,
    DOMAINS,
    assert_equal,
    corner_values,
    equation,
    systems,
)
from tests.symbolic.writing.code._transliterated import computed

JULIA = shutil.which("julia")


def columns(equations, x):
    text = to_code(equations, "julia")
    [line] = re.findall(r"^    return checked\((.*)\)$", text, re.MULTILINE)
    found = line.split("), checked(")
    assert len(found) == len(equations)
    return [computed(each, NAMES, x) for each in found]


@quick
@given(systems(), tables())
def test_the_expressions_compute_the_formulas(equations, x):
    assert_equal(columns(equations, x), equations, x)


@pytest.mark.parametrize("formula", DOMAINS.values(), ids=DOMAINS)
def test_there_is_a_value_where_the_formula_has_one(formula):
    [found] = columns([equation(formula)], CORNERS)
    np.testing.assert_allclose(found, corner_values(formula), rtol=1e-12)


def test_only_the_helpers_that_are_needed_are_there():
    root = to_code(equation(plus(term(1.5, (0, 0.5)))), "julia")
    assert "power(b, p) = " in root
    assert "log_of" not in root


@pytest.mark.skipif(JULIA is None, reason="there is no Julia")
def test_julia_computes_the_same(tmp_path):
    equations = [equation(each, target=f"f{k}") for k, each in enumerate(DOMAINS.values())]
    rows = ", ".join(f"({', '.join(map(repr, map(float, row)))})" for row in CORNERS)
    program = to_code(equations, "julia") + f"for row in [{rows}]\n"
    program += "    println(join(equations(row...), ' '))\nend\n"
    (tmp_path / "written.jl").write_text(program, encoding="utf-8")
    done = subprocess.run([JULIA, str(tmp_path / "written.jl")], capture_output=True, check=True)
    found = np.array([line.split() for line in done.stdout.decode().splitlines()], dtype=float).T
    for values, formula in zip(found, DOMAINS.values(), strict=True):
        np.testing.assert_allclose(values, corner_values(formula), rtol=1e-12)
