"""What was learnt: formulas as data, read as SymPy, LaTeX, text, PyTorch and JSON."""

from nalm.symbolic._complexity import complexity
from nalm.symbolic._evaluate import evaluate
from nalm.symbolic._formula import Number, Power, Product, Sum
from nalm.symbolic._gradient import gradient
from nalm.symbolic._jacobian import jacobian
from nalm.symbolic._json import from_json, to_json
from nalm.symbolic._latex import to_latex
from nalm.symbolic._module import FormulaModule, to_torch
from nalm.symbolic._parameter_names import parameter_names
from nalm.symbolic._parameters import parameters, with_parameters
from nalm.symbolic._same_form import form_key, same_form
from nalm.symbolic._simplify import simplify
from nalm.symbolic._sympy import to_sympy
from nalm.symbolic._text import to_text

__all__ = [
    "FormulaModule",
    "Number",
    "Power",
    "Product",
    "Sum",
    "complexity",
    "evaluate",
    "form_key",
    "from_json",
    "gradient",
    "jacobian",
    "parameter_names",
    "parameters",
    "same_form",
    "simplify",
    "to_json",
    "to_latex",
    "to_sympy",
    "to_text",
    "to_torch",
    "with_parameters",
]
