"""From the text of a form to its expression, by recursive descent.

sum = product {(+ | -) product}      product = signed {(* | /) signed}
signed = {+ | -} power               power = atom [^ signed]
atom = number | name | function ( sum ) | ( sum )
"""

from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches
from fractions import Fraction
from types import MappingProxyType
from typing import final

from nalm.symbolic._forms._expression import (
    Added,
    Applied,
    Exact,
    Expression,
    Multiplied,
    Name,
    Raised,
)
from nalm.symbolic._forms._tokens import Token, refuse, tokens_of
from nalm.symbolic._formula._functions import function_names
from nalm.symbolic._formula._number import HALF, ONE
from nalm.symbolic._formula._pi import MultipleOfPi

DEEPEST = 60
"""Brackets, signs and powers inside one another, at most."""
PI = ("pi", "π")
"""Names of π, unless an input has them."""
_MINUS = Exact(-ONE)


def _logarithm(base: int) -> Callable[[Expression], Expression]:
    below = Raised(Applied("log", Exact(Fraction(base))), _MINUS)
    return lambda u: Multiplied((Applied("log", u), below))


OTHER_FUNCTIONS: Mapping[str, Callable[[Expression], Expression]] = MappingProxyType(
    {
        "sqrt": lambda u: Raised(u, Exact(HALF)),
        "abs": lambda u: Raised(Raised(u, Exact(Fraction(2))), Exact(HALF)),
        "ln": lambda u: Applied("log", u),
        "log10": _logarithm(10),
        "log2": _logarithm(2),
        "asin": lambda u: Applied("arcsin", u),
        "acos": lambda u: Applied("arccos", u),
        "atan": lambda u: Applied("arctan", u),
        "asinh": lambda u: Applied("arcsinh", u),
    }
)
"""Functions that are written by others."""


def parse(text: str, known: Collection[str]) -> tuple[str, Expression]:
    """Read the text of a form.

    Args:
        text: A formula, or an equation whose left side is a name.
        known: Names of the inputs.

    Returns:
        The name on the left side, empty without one, and the expression.

    Raises:
        InvalidValueError: If it is none; the message says where, and what to write.

    Example:
        >>> parse("y = 2*t", ["t"])
        ('y', Multiplied(factors=(Exact(value=Fraction(2, 1)), Name(name='t'))))
    """
    reader = _Reader(text, known=known)
    left = reader.left()
    expression = reader.sum(0)
    reader.end()
    return left, expression


@final
class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, text: str, *, known: Collection[str]) -> None:
        self._text, self._tokens, self._known = text, tokens_of(text, known), known
        self._place = 0

    @property
    def _now(self) -> Token:
        return self._tokens[self._place]

    def _take(self) -> Token:
        token = self._now
        self._place += 1
        return token

    def _refuse(self, expected: str, remedy: str) -> None:
        token = self._now
        found = "the end" if token.kind == "end" else repr(token.text)
        refuse(self._text, token.place, expected=expected, found=found, remedy=remedy)

    def left(self) -> str:
        """Read the left side of an equation, if there is one."""
        if not any(token.kind == "=" for token in self._tokens):
            return ""
        name = self._take()
        if name.kind != "name" or self._now.kind != "=":
            self._place = 0
            self._refuse(
                "the target's name and = on the left side",
                "Write a form such as y = a*exp(-b*t) + c, solved for the target.",
            )
        self._take()
        return name.text

    def end(self) -> None:
        """Refuse what follows a complete expression."""
        token = self._now
        if token.kind == "end":
            return
        remedy = {
            ")": "Take it away, or open a bracket before it.",
            "=": "Write one equation, with one =.",
            ",": "Write a decimal point instead of a comma; functions have one argument.",
        }.get(token.kind, f"To multiply, write *{token.text}.")
        self._refuse("an operator such as + or *, or the end", remedy)

    def sum(self, depth: int) -> Expression:
        """Read a sum."""
        if depth > DEEPEST:
            self._refuse(f"at most {DEEPEST} brackets inside one another", "Write it shorter.")
        terms = [self._product(depth)]
        while self._now.kind in ("+", "-"):
            minus = self._take().kind == "-"
            term = self._product(depth)
            terms.append(Multiplied((_MINUS, term)) if minus else term)
        return terms[0] if len(terms) == 1 else Added(tuple(terms))

    def _product(self, depth: int) -> Expression:
        factors = [self._signed(depth)]
        while self._now.kind in ("*", "/"):
            below = self._take().kind == "/"
            factor = self._signed(depth)
            factors.append(Raised(factor, _MINUS) if below else factor)
        return factors[0] if len(factors) == 1 else Multiplied(tuple(factors))

    def _signed(self, depth: int) -> Expression:
        negative = False
        while self._now.kind in ("+", "-"):
            negative ^= self._take().kind == "-"
        power = self._power(depth)
        return Multiplied((_MINUS, power)) if negative else power

    def _power(self, depth: int) -> Expression:
        if depth > DEEPEST:
            self._refuse(f"at most {DEEPEST} powers inside one another", "Write it shorter.")
        base = self._atom(depth)
        if self._now.kind != "^":
            return base
        self._take()
        return Raised(base, self._signed(depth + 1))

    def _atom(self, depth: int) -> Expression:
        token = self._now
        if token.kind == "number":
            return self._number()
        if token.kind == "name":
            self._take()
            return self._applied(token, depth) if self._now.kind == "(" else self._name(token)
        if token.kind == "(":
            return self._bracket(depth)
        self._refuse(
            "a number, a name or (",
            "A term is missing there, or one sign too many.",
        )
        raise AssertionError  # `_refuse` raises

    def _number(self) -> Expression:
        token = self._take()
        value = float(token.text)
        digits = token.text.lower().partition("e")[0]
        if value == float("inf") or (value == 0 and digits.strip("0.")):
            self._place -= 1
            self._refuse("a number that a double can hold", "Write it between 1e-300 and 1e300.")
        if self._now.kind in ("name", "number", "("):
            self._refuse("an operator", f"To multiply, write {token.text}*{self._now.text}….")
        return Exact(Fraction(token.text))

    def _bracket(self, depth: int) -> Expression:
        opened = self._take()
        inside = self.sum(depth + 1)
        if self._now.kind != ")":
            comma = self._now.kind == ","
            remedy = "Functions have one argument, and decimals a point."
            if not comma:
                remedy = f"Close the bracket that opens at position {opened.place}."
            self._refuse(") or an operator", remedy)
        self._take()
        return inside

    def _applied(self, name: Token, depth: int) -> Expression:
        known = (*function_names(), *OTHER_FUNCTIONS)
        if name.text not in known:
            near = get_close_matches(name.text.casefold(), known, n=1, cutoff=0.6)
            hint = f"Did you mean {near[0]}? " if near else ""
            refuse(
                self._text,
                name.place,
                expected="a function before the bracket",
                found=f"unknown function {name.text!r}",
                remedy=f"{hint}Known are {', '.join(sorted(known))}. To multiply, write "
                f"{name.text}*(…).",
            )
        argument = self._bracket(depth)
        write = OTHER_FUNCTIONS.get(name.text)
        return Applied(name.text, argument) if write is None else write(argument)

    def _name(self, name: Token) -> Expression:
        if name.text in self._known:
            return Name(name.text)
        if name.text in PI:
            return Exact(MultipleOfPi(1))
        if name.text in function_names() or name.text in OTHER_FUNCTIONS:
            self._refuse(f"( behind the function {name.text}", f"Write {name.text}(…).")
        return Name(name.text)
