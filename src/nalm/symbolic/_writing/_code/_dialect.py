"""A programming language as data, and equations written in it as one function."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from nalm.errors import InvalidValueError
from nalm.symbolic._formula._fold import Fold
from nalm.symbolic._formula._formula import Number, Sum
from nalm.symbolic._formula._names import check_names, inputs_of
from nalm.symbolic._formula._number import as_float, is_integer
from nalm.symbolic._writing._code._identifiers import identifiers
from nalm.symbolic._writing._equation import Equation
from nalm.symbolic._writing._layout import Base, Factor, Term
from nalm.symbolic._writing._text import to_text

SEVERAL = "equations"
"""Name of a function that has more than one value."""

LARGEST_WHOLE = 2.0**31
"""Whole exponents below it are written as integers."""


@dataclass(frozen=True, kw_only=True)
class Program:
    """What is written, in the words of one language, to be put into the frame of a function.

    Attributes:
        name: Of the function.
        arguments: Of the function: all inputs, in their order.
        used: Those of them that an expression has.
        targets: Names of what is computed.
        expressions: Of these.
        constant: Which of these have no input.
        remarks: Lines for a comment: the equations, and names that had to be changed.
    """

    name: str
    arguments: tuple[str, ...]
    used: tuple[str, ...]
    targets: tuple[str, ...]
    expressions: tuple[str, ...]
    constant: tuple[bool, ...]
    remarks: tuple[str, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """Return what the values are called inside: a single one not like the function."""
        return self.targets if len(self.targets) > 1 else ("result",)

    def uses(self, helper: str) -> bool:
        """Say whether an expression calls a function that the frame has to define."""
        return any(f"{helper}(" in each for each in self.expressions)


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """How a language writes formulas.

    A frame has to keep what formulas mean: no value outside a domain, which is NaN or the error
    value of the language, and none where the result is infinite.

    Attributes:
        title: Of the language, for messages.
        functions: Our name of a function → what is called in its place.
        frame: Puts a program into the text of a function.
        number: Writes a finite number.
        times: Stands between factors.
        whole: Writes bⁿ with a whole n > 1, given b in parentheses where it needs them.
        power: Writes any other bᵖ: NaN where b < 0 and p is not whole, or b = 0 and p < 0.
        minus: Writes a negative term at the beginning of a sum.
        reserved: Words that no name may be, with spaces between them.
        kinds: Regular expression of more such words, none of which ends with an underscore.
        argument: What an input is called, given its place and its name.
    """

    title: str
    functions: Mapping[str, str]
    frame: Callable[[Program], str]
    power: Callable[[str, float], str]
    whole: Callable[[str, int], str]
    number: Callable[[float], str] = repr
    times: str = " * "
    minus: Callable[[str], str] = "-{}".format
    reserved: str = ""
    kinds: str = ""
    argument: Callable[[int, str], str] = lambda place, name: name


def write_code(dialect: Dialect, equations: Sequence[Equation]) -> str:
    """Write equations as one function of all their inputs.

    Args:
        dialect: The language.
        equations: One or more, of the same inputs.

    Returns:
        The text; it ends with a newline.

    Raises:
        InvalidValueError: If the language lacks a function, a number is infinite, or an input has
            no name.
    """
    first = equations[0]
    for each in equations:
        check_names(each.formula, each.names)
    lefts = [f"d{each.target}_dt" if each.rate else each.target for each in equations]
    # One list, so that no value has the name of an argument.
    plain = identifiers(
        [*first.names, *lefts, *[SEVERAL] * (len(lefts) > 1)],
        reserved=dialect.reserved.split(),
        kinds=dialect.kinds,
    )
    count = len(first.names)
    arguments = tuple(dialect.argument(k, name) for k, name in enumerate(plain[:count]))
    inputs = [inputs_of(each.formula) for each in equations]
    used = sorted(set[int]().union(*inputs))
    targets = plain[count : count + len(lefts)]
    return dialect.frame(
        Program(
            name=plain[-1],
            arguments=arguments,
            used=tuple(arguments[index] for index in used),
            targets=targets,
            constant=tuple(not each for each in inputs),
            expressions=tuple(_expression(dialect, each.formula, arguments) for each in equations),
            remarks=(
                *(
                    f"{target} = {to_text(each.formula, plain[:count])}"
                    for target, each in zip(targets, equations, strict=True)
                ),
                *_renamed(arguments, first, used),
            ),
        )
    )


def _renamed(arguments: Sequence[str], equation: Equation, used: Sequence[int]) -> list[str]:
    labels = [" ".join(each.split()) for each in equation.labels or equation.names]
    return [f"{arguments[k]} is {labels[k]}" for k in used if arguments[k] != labels[k]]


def _expression(dialect: Dialect, formula: Sum, arguments: Sequence[str]) -> str:
    write = Fold(
        number=partial(_number, dialect),
        input=lambda index: Base(arguments[index], arguments[index]),
        call=partial(_call, dialect),
        power=partial(_power, dialect),
        product=partial(_product, dialect),
        sum=partial(_sum, dialect),
    )
    return write(formula).alone


def _number(dialect: Dialect, number: Number) -> float:
    value = as_float(number)
    if value - value != 0:
        raise InvalidValueError(
            f"the numbers of a formula should be finite, found {number!r}: {dialect.title} cannot "
            "write it. Choose another candidate."
        )
    return value


def _call(dialect: Dialect, function: str, argument: Base) -> Base:
    if function not in dialect.functions:
        raise InvalidValueError(
            f"the functions of a formula should be among {', '.join(dialect.functions)} to be "
            f"written in {dialect.title}, found {function}. Register an exporter of your own with "
            "`nalm.symbolic.register_exporter`."
        )
    text = f"{dialect.functions[function]}({argument.alone})"
    return Base(text, text)


def _power(dialect: Dialect, base: Base, exponent: float) -> Factor:
    if exponent == 1:
        return Factor(False, base.alone, base.enclosed)
    if is_integer(exponent) and 1 < exponent < LARGEST_WHOLE:
        text = dialect.whole(base.enclosed, int(exponent))
    else:
        text = dialect.power(base.alone, exponent)
    return Factor(False, text, text)


def _product(dialect: Dialect, coefficient: float, factors: Sequence[Factor]) -> Term:
    size = abs(coefficient)
    texts = [factor.enclosed for factor in factors]
    if size != 1 or not texts:
        texts.insert(0, dialect.number(size))
    return Term(coefficient < 0, dialect.times.join(texts))


def _sum(dialect: Dialect, terms: Sequence[Term]) -> Base:
    first, *others = terms or [Term(False, dialect.number(0.0))]
    text = dialect.minus(first.text) if first.negative else first.text
    text += "".join(f" {'-' if each.negative else '+'} {each.text}" for each in others)
    return Base(text, f"({text})")
