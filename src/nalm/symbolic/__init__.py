"""What was learnt: formulas as data, read as SymPy, LaTeX, text, PyTorch and JSON.

A formula is a `Sum` of `Product`s of `Power`s, whose bases are inputs, sums again, or the `Call` of
a function, which `register_function` adds to. `evaluate`,
`gradient` and `jacobian` compute with it, `simplify` brings it into its normal form, `to_text` and
the other writers show it, `to_code` writes it as a function of a programming language, and
`to_torch` makes a module of it that can be trained further. A `Form` is what `read_form` reads: a
formula with constants that a user named. An
`Equation` is a formula with its names; `find_exporter` finds who writes it in another language.
"""

from typing import TYPE_CHECKING

from nalm._lazy import at_first_use
from nalm.symbolic._calculus._evaluate import evaluate
from nalm.symbolic._calculus._gradient import gradient
from nalm.symbolic._calculus._jacobian import jacobian
from nalm.symbolic._calculus._on_rows import FormulaOnRows
from nalm.symbolic._forms._form import Form, read_form
from nalm.symbolic._forms._scales import Scales
from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import (
    Base,
    Call,
    Number,
    Power,
    Product,
    Sum,
    as_formula,
    sum_in,
    with_sum,
)
from nalm.symbolic._formula._functions import (
    Function,
    Symmetry,
    find_function,
    function_names,
    register_function,
    registered_functions,
)
from nalm.symbolic._formula._names import inputs_of
from nalm.symbolic._formula._parameters import parameters, with_measured, with_parameters
from nalm.symbolic._formula._pi import MultipleOfPi
from nalm.symbolic._formula._same_form import form_key, same_form
from nalm.symbolic._normal_form._simplify import simplify
from nalm.symbolic._writing._code._languages import to_code
from nalm.symbolic._writing._complexity import complexity
from nalm.symbolic._writing._equation import Equation
from nalm.symbolic._writing._exporters import find_exporter, register_exporter
from nalm.symbolic._writing._json import from_json, to_json
from nalm.symbolic._writing._latex import to_latex
from nalm.symbolic._writing._leading_minus import without_leading_minus
from nalm.symbolic._writing._parameter_names import parameter_names
from nalm.symbolic._writing._sympy import to_sympy
from nalm.symbolic._writing._text import to_text

if TYPE_CHECKING:
    from nalm.symbolic._writing._module import FormulaModule, to_torch

__all__ = [
    "Base",
    "Call",
    "Equation",
    "Fold",
    "Form",
    "FormulaModule",
    "FormulaOnRows",
    "Function",
    "MultipleOfPi",
    "Number",
    "Power",
    "Product",
    "Scales",
    "Sum",
    "Symmetry",
    "as_formula",
    "complexity",
    "evaluate",
    "find_exporter",
    "find_function",
    "form_key",
    "from_json",
    "function_names",
    "gradient",
    "inputs_of",
    "jacobian",
    "parameter_names",
    "parameters",
    "read_form",
    "register_exporter",
    "register_function",
    "registered_functions",
    "same_form",
    "simplify",
    "sum_in",
    "to_code",
    "to_json",
    "to_latex",
    "to_sympy",
    "to_text",
    "to_torch",
    "with_measured",
    "with_parameters",
    "with_sum",
    "without_leading_minus",
]

__getattr__ = at_first_use(__name__, {"nalm.symbolic._writing._module": "FormulaModule to_torch"})
