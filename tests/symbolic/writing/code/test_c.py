import ctypes
import re
import shutil
import subprocess
from dataclasses import replace
from itertools import count

import numpy as np
import pytest
from hypothesis import given

from nalm.symbolic import to_code
from tests._tiers import examples
from tests.symbolic.strategies import call, plus, tables, term
from tests.symbolic.writing.code._equal import (
    CORNERS,
    DOMAINS,
    assert_equal,
    corner_values,
    equation,
    systems,
)

COMPILER = shutil.which("gcc") or shutil.which("cc")
pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler")
STRICT = ("-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Compile one function, and return it as one of rows."""
    folder, numbers = tmp_path_factory.mktemp("c"), count()

    def compiled(equations):
        place = folder / f"written{next(numbers)}"
        place.with_suffix(".c").write_text(to_code(equations, "c"), encoding="utf-8")
        call = [COMPILER, *STRICT, f"{place}.c", "-o", f"{place}.so", "-lm"]
        done = subprocess.run(call, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        library, several = ctypes.CDLL(f"{place}.so"), len(equations) > 1
        function = getattr(library, "equations" if several else equations[0].target)
        function.restype = None if several else ctypes.c_double
        out = (ctypes.c_double * len(equations))()

        def on_row(row):
            value = function(*map(ctypes.c_double, row), *([out] if several else []))
            return list(out) if several else [value]

        return lambda x: np.array([on_row(row) for row in x]).T

    return compiled


@examples(10)
@given(systems(), tables())
def test_the_function_computes_the_formulas(run, equations, x):
    assert_equal(run(equations)(x), equations, x)


def test_there_is_a_value_where_a_formula_has_one(run):
    formulas = [
        *DOMAINS.values(),
        *(
            plus(term(1, (call(function, term(1, (0, 1))), 1)))
            for function in ("log", "arcsin", "arccos", "exp", "tan")
        ),
    ]
    found = run([equation(each, target=f"y{k}") for k, each in enumerate(formulas)])(CORNERS)
    for values, formula in zip(found, formulas, strict=True):
        np.testing.assert_allclose(values, corner_values(formula), rtol=1e-12)


def test_names_that_mean_something_in_c_do_not_disturb(run):
    own = equation(plus(term(2.5, (0, 2), (2, 1))), target="y1")
    changed = own.__class__(
        target="y1", formula=own.formula, names=("log", "unix", "double"), labels=("a*/", "b\\", "")
    )
    text = to_code(changed, "c")
    assert "double y1_(double log_, double unix_, double double_)" in text
    written = equation(changed.formula, target="y1_")
    found = run([written])(np.array([[2.0, 0.0, 3.0]]))
    assert found.tolist() == [[30.0]]


def names_of_math_h(*options):
    """List the macros that math.h makes known, and what it declares."""
    preprocessed = [
        subprocess.run(
            [COMPILER, *options, "-E", *each, "-"],
            input="#include <math.h>\n",
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for each in ((), ("-dM",))
    ]
    declared = re.findall(r"\b([a-z]\w*) ?\(", re.sub(r"(?m)^#.*$", "", preprocessed[0]))
    return sorted({*declared, *re.findall(r"(?m)^#define ([a-zA-Z]\w*)", preprocessed[1])})


@pytest.mark.parametrize("options", [("-std=c99",), ("-std=gnu17",), ("-D_GNU_SOURCE",)])
def test_every_name_of_math_h_can_be_that_of_a_column(options, tmp_path):
    names = names_of_math_h(*options)
    assert {"sin", "NAN"} <= set(names)
    root = equation(plus(term(1.5, (0, 0.5))), target="y")
    named = [replace(root, target=each) for each in names]
    named += [replace(root, target=f"f{k}", names=(each,)) for k, each in enumerate(names)]
    (tmp_path / "all.c").write_text("\n".join(to_code(each, "c") for each in named), "utf-8")
    call = [COMPILER, *options, "-Werror", "-fsyntax-only", str(tmp_path / "all.c")]
    done = subprocess.run(call, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["M_E", "M_PI_4", "HUGE_VALF", "NAN", "INFINITY", "FP_ZERO"])
def test_macros_are_kept_apart_with_any_compiler(name):
    own = equation(plus(term(1.5, (0, 1))), target="y")
    assert f"double y(double {name}_)" in to_code(replace(own, names=(name,)), "c")
    assert f"double {name}_(" in to_code(replace(own, target=name), "c")


def test_functions_of_several_equations_stand_in_one_file(tmp_path):
    root = plus(term(1.5, (0, 0.5)))
    texts = [to_code(equation(root, target=name), "c") for name in ("a", "b")]
    (tmp_path / "both.c").write_text("\n".join(texts), encoding="utf-8")
    call = [COMPILER, *STRICT, str(tmp_path / "both.c"), "-o", str(tmp_path / "both.so"), "-lm"]
    assert subprocess.run(call, check=False, capture_output=True).returncode == 0
