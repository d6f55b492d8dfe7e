"""The usual curves of one argument, each linear but for one or two numbers."""

from collections.abc import Collection
from fractions import Fraction

import numpy as np

from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.curves import _grids as grids
from nalm.discovery.stages.curves._shape import ONE, Parts, Shape
from nalm.discovery.stages.functions._view import AS_IT_IS, THROUGH, Seen, power_of
from nalm.symbolic import Base, Call, Power, Product, Sum, find_function

TWO = Fraction(2)
LOG, RECIPROCAL = THROUGH[0], THROUGH[1]
POWERS = tuple(power_of(Fraction(p)) for p in ("1/2", "-1/2", "1/3", "-1/3"))
"""Through which y may be the sum of a constant and a curve: y = (c₁ + c₂ φ)³, and the like."""

_erf, _arctan, _log = (find_function(name).value for name in ("erf", "arctan", "log"))


def shapes_of(functions: Collection[str]) -> tuple[Shape, ...]:
    """Choose the usual curves that need no other functions."""
    return tuple(shape for shape in SHAPES if set(shape.functions) <= set(functions))


def _one(base: Base, exponent: Fraction = ONE) -> tuple[Power, ...]:
    return (Power(base, exponent),)


def _of(function: str, argument: Argument, b: float) -> tuple[Power, ...]:
    return _one(Call(function, argument.written(b)))


def _minus(argument: Argument, d: float) -> Sum:
    return Sum((*argument.written(ONE).terms, Product(-d)))


def _about(function: str, argument: Argument, b: float, d: float) -> Call:
    """Write F(b R − b d)."""
    return Call(function, Sum((*argument.written(b).terms, Product(-b * d))))


def _wave(argument: Argument, b: float) -> Parts:
    return _of("sin", argument, b), _of("cos", argument, b)


def _damped(argument: Argument, b: float, d: float) -> Parts:
    return tuple((*each, *_of("exp", argument, d)) for each in _wave(argument, b))


def _stretched(argument: Argument, b: float, p: float) -> tuple[Power, ...]:
    powers = tuple(Power(w.base, float(w.exponent) * p) for w in argument.powers)
    return _one(Call("exp", Sum((Product(b, powers),))))


def _sigmoid(argument: Argument, b: float, d: float) -> tuple[Power, ...]:
    """Write 1/(1 + e^(b (R - d)))."""
    return _one(Sum((Product(ONE), Product(ONE, _one(_about("exp", argument, b, d))))), -ONE)


def _hill(argument: Argument, p: float, d: float) -> tuple[Power, ...]:
    """Write 1/(1 + (R/d)^p)."""
    powers = tuple(Power(w.base, float(w.exponent) * p) for w in argument.powers)
    return _one(Sum((Product(ONE), Product(d**-p, powers))), -ONE)


def _gauss(argument: Argument, b: float, d: float) -> tuple[Power, ...]:
    """Write e^(-b (R - d)²)."""
    return _one(Call("exp", Sum((Product(-b, _one(_minus(argument, d), TWO)),))))


def _lorentz(argument: Argument, b: float, d: float) -> tuple[Power, ...]:
    """Write 1/(1 + b (R - d)²)."""
    return _one(Sum((Product(ONE), Product(b, _one(_minus(argument, d), TWO)))), -ONE)


def _both(argument: Argument, b: float, sign: int) -> tuple[Power, ...]:
    """Write e^(b R) ± e^(-b R)."""
    up, down = _of("exp", argument, b), _of("exp", argument, -b)
    return _one(Sum((Product(ONE, up), Product(Fraction(sign), down))))


def _softplus(argument: Argument, b: float, d: float) -> tuple[Power, ...]:
    """Write log(1 + e^(b (R - d)))."""
    grown = Product(ONE, _one(_about("exp", argument, b, d)))
    return _one(Call("log", Sum((Product(ONE), grown))))


def _plain(argument: Argument) -> tuple[Power, ...]:
    return _one(argument.written(ONE))


def _logs(argument: Argument, p: Fraction = ONE) -> tuple[Power, ...]:
    return _one(Call("log", argument.written(ONE)), p)


def _log_of_one_plus(argument: Argument, b: float) -> tuple[Power, ...]:
    return _one(Call("log", Sum((Product(ONE), *argument.written(b).terms))))


def _offset_exponential(seen: Seen) -> Shape:
    return Shape(functions=("exp",), grid=grids.rates, seen=seen, plain=seen in POWERS,
                 columns=lambda r, b, d: [np.ones_like(b), np.exp(b * r)],
                 written=lambda a, b, d: ((), _of("exp", a, b)))  # fmt: skip


def _offset_logarithm(seen: Seen) -> Shape:
    return Shape(functions=("log",), grid=grids.nothing, seen=seen, plain=seen is not AS_IT_IS,
                 columns=lambda r, b, d: [np.ones_like(b), _log(r)],
                 written=lambda a, b, d: ((), _logs(a)))  # fmt: skip


SHAPES: tuple[Shape, ...] = (
    Shape(functions=("exp",), grid=grids.rates, plain=False,
          columns=lambda r, b, d: [np.exp(b * r)],
          written=lambda a, b, d: (_of("exp", a, b),)),
    *(_offset_exponential(seen) for seen in (AS_IT_IS, RECIPROCAL, LOG, *POWERS)),
    Shape(functions=("exp",), grid=grids.shifts, seen=LOG,
          columns=lambda r, b, d: [np.ones_like(d), 1 / (r - d)],
          written=lambda a, b, d: ((), _one(_minus(a, d), -ONE))),
    Shape(functions=("exp",), grid=grids.pairs,
          columns=lambda r, b, d: [np.exp(b * r) - np.exp(d * r)],
          written=lambda a, b, d: (
             _one(Sum((Product(ONE, _of("exp", a, b)), Product(-ONE, _of("exp", a, d))))),)),
    Shape(functions=("exp",), grid=grids.pairs,
          columns=lambda r, b, d: [np.exp(b * r), np.exp(d * r)],
          written=lambda a, b, d: (_of("exp", a, b), _of("exp", a, d))),
    Shape(functions=("exp",), grid=grids.pairs,
          columns=lambda r, b, d: [np.ones_like(b), np.exp(b * r), np.exp(d * r)],
          written=lambda a, b, d: ((), _of("exp", a, b), _of("exp", a, d))),
    Shape(functions=("exp",), grid=grids.rates,  # as (c + e^(b R))², of which c may be negative
          columns=lambda r, b, d: [np.ones_like(b), np.exp(b * r), np.exp(2 * b * r)],
          written=lambda a, b, d: ((), _of("exp", a, b), _of("exp", a, 2 * b))),
    Shape(functions=("exp",), grid=grids.rising,
          columns=lambda r, b, d: [2 * np.sinh(b * r)],
          written=lambda a, b, d: (_both(a, b, -1),)),
    Shape(functions=("exp",), grid=grids.rising,
          columns=lambda r, b, d: [np.ones_like(b), 2 * np.cosh(b * r)],
          written=lambda a, b, d: ((), _both(a, b, 1))),
    Shape(functions=("exp",), grid=grids.stretched,
          columns=lambda r, b, p: [np.exp(b * r**p)],
          written=lambda a, b, p: (_stretched(a, b, p),)),
    Shape(functions=("exp",), grid=grids.stretched,
          columns=lambda r, b, p: [np.ones_like(b), np.exp(b * r**p)],
          written=lambda a, b, p: ((), _stretched(a, b, p))),
    Shape(functions=("exp",), grid=grids.centred,
          columns=lambda r, b, d: [np.ones_like(b), 1 / (1 + np.exp(b * (r - d)))],
          written=lambda a, b, d: ((), _sigmoid(a, b, d))),
    Shape(functions=("exp",), grid=grids.peaks,
          columns=lambda r, b, d: [np.ones_like(b), np.exp(-b * (r - d) ** 2)],
          written=lambda a, b, d: ((), _gauss(a, b, d))),
    Shape(functions=("exp",), grid=grids.peaks,
          columns=lambda r, b, d: [np.ones_like(b), r, np.exp(-b * (r - d) ** 2)],
          written=lambda a, b, d: ((), _plain(a), _gauss(a, b, d))),
    Shape(functions=(), grid=grids.peaks,
          columns=lambda r, b, d: [np.ones_like(b), r, 1 / (1 + b * (r - d) ** 2)],
          written=lambda a, b, d: ((), _plain(a), _lorentz(a, b, d))),
    Shape(functions=(), grid=grids.hills,
          columns=lambda r, p, d: [1 / (1 + (r / d) ** p)],
          written=lambda a, p, d: (_hill(a, p, d),)),
    Shape(functions=(), grid=grids.hills,
          columns=lambda r, p, d: [np.ones_like(p), 1 / (1 + (r / d) ** p)],
          written=lambda a, p, d: ((), _hill(a, p, d))),
    Shape(functions=("sin",), grid=grids.waves,
          columns=lambda r, b, d: [np.sin(b * r), np.cos(b * r)],
          written=lambda a, b, d: _wave(a, b)),
    Shape(functions=("sin",), grid=grids.waves,
          columns=lambda r, b, d: [np.ones_like(b), np.sin(b * r), np.cos(b * r)],
          written=lambda a, b, d: ((), *_wave(a, b))),
    Shape(functions=("sin",), grid=grids.waves,
          columns=lambda r, b, d: [np.ones_like(b), r, np.sin(b * r), np.cos(b * r)],
          written=lambda a, b, d: ((), _plain(a), *_wave(a, b))),
    Shape(functions=("sin",), grid=grids.two_waves,
          columns=lambda r, b, d: [np.sin(b * r), np.cos(b * r), np.sin(d * r), np.cos(d * r)],
          written=lambda a, b, d: (*_wave(a, b), *_wave(a, d))),
    Shape(functions=("sin",), grid=grids.two_waves,
          columns=lambda r, b, d: [
             np.ones_like(b), np.sin(b * r), np.cos(b * r), np.sin(d * r), np.cos(d * r)],
          written=lambda a, b, d: ((), *_wave(a, b), *_wave(a, d))),
    Shape(functions=("sin", "exp"), grid=grids.damped,
          columns=lambda r, b, d: [np.exp(d * r) * np.sin(b * r), np.exp(d * r) * np.cos(b * r)],
          written=_damped),
    Shape(functions=("sin", "exp"), grid=grids.damped,
          columns=lambda r, b, d: [
              np.ones_like(b), np.exp(d * r) * np.sin(b * r), np.exp(d * r) * np.cos(b * r)],
          written=lambda a, b, d: ((), *_damped(a, b, d))),
    Shape(functions=("log",), grid=grids.shifts,
          columns=lambda r, b, d: [np.ones_like(d), _log(r - d)],
          written=lambda a, b, d: ((), _one(Call("log", _minus(a, d))))),
    Shape(functions=("log",), grid=grids.bending, plain=False,
          columns=lambda r, b, d: [np.log1p(b * r)],
          written=lambda a, b, d: (_log_of_one_plus(a, b),)),
    *(_offset_logarithm(seen) for seen in (AS_IT_IS, RECIPROCAL, *POWERS)),
    Shape(functions=("log",), grid=grids.nothing, seen=RECIPROCAL,  # Steinhart and Hart (1968)
          columns=lambda r, b, d: [np.ones_like(b), _log(r), _log(r) ** 3],
          written=lambda a, b, d: ((), _logs(a), _logs(a, Fraction(3)))),
    Shape(functions=("log", "exp"), grid=grids.centred,
          columns=lambda r, b, d: [np.logaddexp(0.0, b * (r - d))],
          written=lambda a, b, d: (_softplus(a, b, d),)),
    Shape(functions=("tanh",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [np.tanh(b * r)],
          written=lambda a, b, d: (_of("tanh", a, b),)),
    Shape(functions=("erf",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [_erf(b * r)],
          written=lambda a, b, d: (_of("erf", a, b),)),
    Shape(functions=("erf",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [np.ones_like(b), _erf(b * r)],
          written=lambda a, b, d: ((), _of("erf", a, b))),
    Shape(functions=("erf",), grid=grids.centred,
          columns=lambda r, b, d: [np.ones_like(b), _erf(b * (r - d))],
          written=lambda a, b, d: ((), _one(_about("erf", a, b, d)))),
    Shape(functions=("sin",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [_arctan(b * r)],
          written=lambda a, b, d: (_of("arctan", a, b),)),
)  # fmt: skip
"""From the simplest on."""


def _rational(above: Fraction, below: Fraction) -> Shape:
    """Make R^p / (1 + b R^q)."""
    p, q = float(above), float(below)
    return Shape(functions=(), grid=grids.rising,
                 columns=lambda r, b, d: [r**p / (1 + b * r**q)],
                 written=lambda a, b, d: (
                     (Power(a.written(ONE), above), *_one_plus(a, b, below)),))  # fmt: skip


def _one_plus(argument: Argument, b: float, p: Fraction) -> tuple[Power, ...]:
    return _one(Sum((Product(ONE), Product(b, _one(argument.written(ONE), p)))), -ONE)


SIMPLE: tuple[Shape, ...] = (
    Shape(functions=(), grid=grids.nothing, columns=lambda r, b, d: [r],
          written=lambda a, b, d: (_plain(a),)),
    Shape(functions=(), grid=grids.nothing, columns=lambda r, b, d: [np.ones_like(b), r],
          written=lambda a, b, d: ((), _plain(a))),
    Shape(functions=(), grid=grids.nothing, columns=lambda r, b, d: [np.ones_like(b), r, r**2],
          written=lambda a, b, d: ((), _plain(a), _one(a.written(ONE), TWO))),
    Shape(functions=(), grid=grids.exponents, columns=lambda r, p, d: [r**p],
          written=lambda a, p, d: ((Power(a.written(ONE), p),),)),
    *(_rational(Fraction(p), Fraction(q)) for p, q in ((0, 1), (0, 2), (1, 1), (1, 2), (2, 2))),
)  # fmt: skip
"""Curves without functions, as one input may have beside those that have."""
