import re
import shutil
import subprocess

import numpy as np
import pytest
from hypothesis import given

from nalm.symbolic import to_code
from tests.symbolic.strategies import NAMES, call, plus, quick, tables, term
from tests.symbolic.writing.code._equal import (
    CORNERS,
    DOMAINS,
    assert_equal,
    corner_values,
    equation,
    systems,
)
from tests.symbolic.writing.code._transliterated import computed

OCTAVE = shutil.which("octave")


def columns(equations, x):
    text = to_code(equations, "matlab").replace(f" + zeros(size({NAMES[0]}))", "")
    body = text.split("\nend\n")[0]
    found = re.findall(r"^    \w+ = (.*);$", body, re.MULTILINE)
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
    root = to_code(equation(plus(term(1.5, (0, 0.5)))), "matlab")
    assert root.count("function ") == root.count("\nend\n") == 2
    assert "function value = f_power(base, exponent)" in root
    line = to_code(equation(plus(term(1.5, (0, 2)))), "matlab")
    assert line.count("function ") == 1
    inverse = to_code(equation(plus(term(1, (call("arcsin", term(1, (0, 1))), 1)))), "matlab")
    assert "value = asin(u);" in inverse


@pytest.mark.skipif(OCTAVE is None, reason="there is no Octave")
def test_octave_computes_the_same(tmp_path):
    equations = [equation(each, target=f"f{k}") for k, each in enumerate(DOMAINS.values())]
    (tmp_path / "equations.m").write_text(to_code(equations, "matlab"), encoding="utf-8")
    given = ", ".join(f"[{'; '.join(map(repr, map(float, column)))}]" for column in CORNERS.T)
    program = f"c = cell(1, {len(equations)}); [c{{:}}] = equations({given}); "
    program += "printf('%.17g\\n', [c{:}]);"
    done = subprocess.run(
        [OCTAVE, "--quiet", "--eval", program], cwd=tmp_path, capture_output=True, check=True
    )
    found = np.array([float(line) for line in done.stdout.split()]).reshape(len(equations), -1)
    for values, formula in zip(found, DOMAINS.values(), strict=True):
        np.testing.assert_allclose(values, corner_values(formula), rtol=1e-12)
