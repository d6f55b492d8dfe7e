"""Formulas as text, read without evaluating them as code."""

import ast
from collections.abc import Mapping

import sympy

OPERATIONS = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: lambda a, b: a**b,
}
FUNCTIONS = {
    "sqrt": sympy.sqrt, "abs": sympy.Abs, "Abs": sympy.Abs, "exp": sympy.exp, "log": sympy.log,
    "sin": sympy.sin, "cos": sympy.cos, "tan": sympy.tan, "tanh": sympy.tanh,
    "besselj": sympy.besselj, "erf": sympy.erf, "gamma": sympy.gamma, "floor": sympy.floor,
    "asin": sympy.asin, "acos": sympy.acos, "atan": sympy.atan,
    "sinh": sympy.sinh, "cosh": sympy.cosh, "coth": sympy.coth, "asinh": sympy.asinh,
    "airyai": sympy.airyai, "besseli": sympy.besseli, "besselk": sympy.besselk,
    "lowergamma": sympy.lowergamma, "Si": sympy.Si,
    "LambertW": sympy.LambertW, "fresnels": sympy.fresnels, "digamma": sympy.digamma,
    "arcsin": sympy.asin, "arccos": sympy.acos, "arctan": sympy.atan, "arcsinh": sympy.asinh,
}  # fmt: skip
CONSTANTS = {"pi": sympy.pi, "E": sympy.E}


def parse(text: str, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    """Read `text` (Python's or `^` notation) as an expression in the given symbols.

    Integers stay exact, decimal numbers become floats of double precision.

    Raises:
        ValueError: Where the text has another name, function or notation.
    """
    tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
    return sympy.sympify(_read(tree.body, symbols))


def _read(node: ast.expr, symbols: Mapping[str, sympy.Symbol]) -> sympy.Expr:
    match node:
        case ast.Constant(value=int() | float() as number):
            return sympy.Integer(number) if isinstance(number, int) else sympy.Float(number)
        case ast.Name(id=name) if name in symbols:
            return symbols[name]
        case ast.Name(id=name) if name in CONSTANTS:
            return CONSTANTS[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_read(operand, symbols)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _read(operand, symbols)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
            return OPERATIONS[type(op)](_read(left, symbols), _read(right, symbols))
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_read(each, symbols) for each in arguments))
    raise ValueError(f"`{ast.unparse(node)}` is no part of a formula in {', '.join(symbols)}")
