"""The usual curves of one argument, each linear but for one or two numbers."""

from collections.abc import Collection
from fractions import Fraction

import numpy as np

from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.curves import _grids as grids
from nalm.discovery.stages.curves import _written as w
from nalm.discovery.stages.curves._shape import ONE, Shape
from nalm.discovery.stages.functions._view import AS_IT_IS, THROUGH, Seen, power_of
from nalm.symbolic import Call, Power, Product, Sum, find_function

TWO = Fraction(2)
LOG, RECIPROCAL = THROUGH[0], THROUGH[1]
POWERS = tuple(power_of(Fraction(p)) for p in ("1/2", "-1/2", "1/3", "-1/3"))
"""Through which y may be the sum of a constant and a curve: y = (c₁ + c₂ φ)³, and the like."""

_erf, _arctan, _log = (find_function(name).value for name in ("erf", "arctan", "log"))


def shapes_of(functions: Collection[str]) -> tuple[Shape, ...]:
    """Choose the usual curves that need no other functions."""
    return tuple(shape for shape in SHAPES if set(shape.functions) <= set(functions))


def _offset_exponential(seen: Seen) -> Shape:
    return Shape(functions=("exp",), grid=grids.rates, seen=seen, plain=seen in POWERS,
                 columns=lambda r, b, d: [np.ones_like(b), np.exp(b * r)],
                 written=lambda a, b, d: ((), w.of("exp", a, b=b)))  # fmt: skip


def _offset_wave(seen: Seen) -> Shape:
    return Shape(functions=("sin",), grid=grids.waves, seen=seen,
                 columns=lambda r, b, d: [np.ones_like(b), np.sin(b * r), np.cos(b * r)],
                 written=lambda a, b, d: ((), *w.wave(a, b)))  # fmt: skip


def _offset_logarithm(seen: Seen) -> Shape:
    return Shape(functions=("log",), grid=grids.nothing, seen=seen, plain=seen is not AS_IT_IS,
                 columns=lambda r, b, d: [np.ones_like(b), _log(r)],
                 written=lambda a, b, d: ((), w.logs(a)))  # fmt: skip


SHAPES: tuple[Shape, ...] = (
    Shape(functions=("exp",), grid=grids.rates, plain=False,
          columns=lambda r, b, d: [np.exp(b * r)],
          written=lambda a, b, d: (w.of("exp", a, b=b),)),
    *(_offset_exponential(seen) for seen in (AS_IT_IS, RECIPROCAL, LOG, *POWERS)),
    Shape(functions=("exp",), grid=grids.shifts, seen=LOG,
          columns=lambda r, b, d: [np.ones_like(d), 1 / (r - d)],
          written=lambda a, b, d: ((), w.one(w.minus(a, d), -ONE))),
    Shape(functions=("exp",), grid=grids.pairs,
          columns=lambda r, b, d: [np.exp(b * r) - np.exp(d * r)],
          written=lambda a, b, d: (
             w.one(Sum((Product(ONE, w.of("exp", a, b=b)), Product(-ONE, w.of("exp", a, b=d))))),)),
    Shape(functions=("exp",), grid=grids.pairs,
          columns=lambda r, b, d: [np.exp(b * r), np.exp(d * r)],
          written=lambda a, b, d: (w.of("exp", a, b=b), w.of("exp", a, b=d))),
    Shape(functions=("exp",), grid=grids.pairs,
          columns=lambda r, b, d: [np.ones_like(b), np.exp(b * r), np.exp(d * r)],
          written=lambda a, b, d: ((), w.of("exp", a, b=b), w.of("exp", a, b=d))),
    Shape(functions=("exp",), grid=grids.rates,  # as (c + e^(b R))², of which c may be negative
          columns=lambda r, b, d: [np.ones_like(b), np.exp(b * r), np.exp(2 * b * r)],
          written=lambda a, b, d: ((), w.of("exp", a, b=b), w.of("exp", a, b=2 * b))),
    Shape(functions=("exp",), grid=grids.rates,
          columns=lambda r, b, d: [np.ones_like(b), r, np.exp(b * r)],
          written=lambda a, b, d: ((), w.plain(a), w.of("exp", a, b=b))),
    Shape(functions=("exp",), grid=grids.rates,
          columns=lambda r, b, d: [np.where(r == 0, b, np.expm1(b * r) / r)],
          written=lambda a, b, d: (w.mean_of_exponential(a, b),)),
    Shape(functions=("exp",), grid=grids.rates,
          columns=lambda r, b, d: [np.where(r == 0, 1 / b, r / np.expm1(b * r))],
          written=lambda a, b, d: (w.energy_of_oscillator(a, b),)),
    Shape(functions=("exp",), grid=grids.rising,
          columns=lambda r, b, d: [np.sinh(b * r)],
          written=lambda a, b, d: (w.of("sinh", a, b=b),)),
    Shape(functions=("exp",), grid=grids.rising,
          columns=lambda r, b, d: [np.ones_like(b), np.cosh(b * r)],
          written=lambda a, b, d: ((), w.of("cosh", a, b=b))),
    Shape(functions=("log", "exp"), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [np.logaddexp(b * r, -b * r) - np.log(2)],
          written=lambda a, b, d: (w.log_of_cosh(a, b),)),
    Shape(functions=("exp",), grid=grids.stretched,
          columns=lambda r, b, p: [np.exp(b * r**p)],
          written=lambda a, b, p: (w.stretched(a, b=b, p=p),)),
    Shape(functions=("exp",), grid=grids.stretched,
          columns=lambda r, b, p: [np.ones_like(b), np.exp(b * r**p)],
          written=lambda a, b, p: ((), w.stretched(a, b=b, p=p))),
    Shape(functions=("exp",), grid=grids.centred,
          columns=lambda r, b, d: [np.ones_like(b), 1 / (1 + np.exp(b * (r - d)))],
          written=lambda a, b, d: ((), w.sigmoid(a, b=b, d=d))),
    Shape(functions=("exp",), grid=grids.peaks,
          columns=lambda r, b, d: [np.ones_like(b), np.exp(-b * (r - d) ** 2)],
          written=lambda a, b, d: ((), w.gauss(a, b=b, d=d))),
    Shape(functions=("exp",), grid=grids.peaks,
          columns=lambda r, b, d: [np.ones_like(b), r, np.exp(-b * (r - d) ** 2)],
          written=lambda a, b, d: ((), w.plain(a), w.gauss(a, b=b, d=d))),
    Shape(functions=("exp",), grid=grids.peaks,
          columns=lambda r, b, d: [np.ones_like(b), np.cosh(np.sqrt(b) * (r - d)) ** -2],
          written=lambda a, b, d: ((), w.soliton(a, b=b, d=d))),
    Shape(functions=("exp", "log"), grid=grids.ratios,
          columns=lambda r, b, d: [np.exp(-np.square(b * np.log(r / d)))],
          written=lambda a, b, d: (w.lognormal(a, b=b, d=d),)),
    Shape(functions=("erf", "log"), grid=grids.ratios,
          columns=lambda r, b, d: [np.ones_like(b), _erf(b * np.log(r / d))],
          written=lambda a, b, d: ((), w.share_below(a, b=b, d=d))),
    Shape(functions=(), grid=grids.peaks,
          columns=lambda r, b, d: [np.ones_like(b), r, 1 / (1 + b * (r - d) ** 2)],
          written=lambda a, b, d: ((), w.plain(a), w.lorentz(a, b=b, d=d))),
    Shape(functions=(), grid=grids.hills,
          columns=lambda r, p, d: [1 / (1 + (r / d) ** p)],
          written=lambda a, p, d: (w.hill(a, p=p, d=d),)),
    Shape(functions=(), grid=grids.hills,
          columns=lambda r, p, d: [np.ones_like(p), 1 / (1 + (r / d) ** p)],
          written=lambda a, p, d: ((), w.hill(a, p=p, d=d))),
    Shape(functions=("sin",), grid=grids.waves,
          columns=lambda r, b, d: [np.sin(b * r), np.cos(b * r)],
          written=lambda a, b, d: w.wave(a, b)),
    *(_offset_wave(seen) for seen in (AS_IT_IS, RECIPROCAL)),
    Shape(functions=("sin",), grid=grids.waves,
          columns=lambda r, b, d: [np.ones_like(b), r, np.sin(b * r), np.cos(b * r)],
          written=lambda a, b, d: ((), w.plain(a), *w.wave(a, b))),
    Shape(functions=("sin",), grid=grids.two_waves,
          columns=lambda r, b, d: [np.sin(b * r), np.cos(b * r), np.sin(d * r), np.cos(d * r)],
          written=lambda a, b, d: (*w.wave(a, b), *w.wave(a, d))),
    Shape(functions=("sin",), grid=grids.two_waves,
          columns=lambda r, b, d: [
             np.ones_like(b), np.sin(b * r), np.cos(b * r), np.sin(d * r), np.cos(d * r)],
          written=lambda a, b, d: ((), *w.wave(a, b), *w.wave(a, d))),
    Shape(functions=("sin", "exp"), grid=grids.damped,
          columns=lambda r, b, d: [np.exp(d * r) * np.sin(b * r), np.exp(d * r) * np.cos(b * r)],
          written=lambda a, b, d: w.damped(a, b=b, d=d)),
    Shape(functions=("sin", "exp"), grid=grids.damped,
          columns=lambda r, b, d: [
              np.ones_like(b), np.exp(d * r) * np.sin(b * r), np.exp(d * r) * np.cos(b * r)],
          written=lambda a, b, d: ((), *w.damped(a, b=b, d=d))),
    Shape(functions=("log",), grid=grids.shifts,
          columns=lambda r, b, d: [np.ones_like(d), _log(r - d)],
          written=lambda a, b, d: ((), w.one(Call("log", w.minus(a, d))))),
    Shape(functions=("log",), grid=grids.bending, plain=False,
          columns=lambda r, b, d: [np.log1p(b * r)],
          written=lambda a, b, d: (w.log_of_one_plus(a, b),)),
    *(_offset_logarithm(seen) for seen in (AS_IT_IS, RECIPROCAL, *POWERS)),
    Shape(functions=("log",), grid=grids.nothing, seen=RECIPROCAL,  # Steinhart and Hart (1968)
          columns=lambda r, b, d: [np.ones_like(b), _log(r), _log(r) ** 3],
          written=lambda a, b, d: ((), w.logs(a), w.logs(a, Fraction(3)))),
    Shape(functions=("log", "exp"), grid=grids.centred,
          columns=lambda r, b, d: [np.logaddexp(0.0, b * (r - d))],
          written=lambda a, b, d: (w.softplus(a, b=b, d=d),)),
    Shape(functions=("exp",), grid=grids.centred,
          columns=lambda r, b, d: [np.where(r == d, 1 / b, (r - d) / -np.expm1(-b * (r - d)))],
          written=lambda a, b, d: (w.rectified(a, b=b, d=d),)),
    Shape(functions=("log",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [np.arcsinh(b * r)],
          written=lambda a, b, d: (w.of("arcsinh", a, b=b),)),
    Shape(functions=("tanh",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [np.tanh(b * r)],
          written=lambda a, b, d: (w.of("tanh", a, b=b),)),
    Shape(functions=("tanh",), grid=grids.rising,
          columns=lambda r, b, d: [1 / np.tanh(b * r) - 1 / (b * r)],
          written=lambda a, b, d: (w.langevin(a, b),)),
    Shape(functions=("erf",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [_erf(b * r)],
          written=lambda a, b, d: (w.of("erf", a, b=b),)),
    Shape(functions=("erf",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [np.ones_like(b), _erf(b * r)],
          written=lambda a, b, d: ((), w.of("erf", a, b=b))),
    Shape(functions=("erf",), grid=grids.centred,
          columns=lambda r, b, d: [np.ones_like(b), _erf(b * (r - d))],
          written=lambda a, b, d: ((), w.one(w.about("erf", a, b=b, d=d)))),
    Shape(functions=("sin",), grid=grids.rising, plain=False,
          columns=lambda r, b, d: [_arctan(b * r)],
          written=lambda a, b, d: (w.of("arctan", a, b=b),)),
    Shape(functions=("sin",), grid=grids.centred,
          columns=lambda r, b, d: [np.ones_like(b), _arctan(b * (r - d))],
          written=lambda a, b, d: ((), w.one(w.about("arctan", a, b=b, d=d)))),
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
    return w.one(Sum((Product(ONE), Product(b, w.one(argument.written(ONE), p)))), -ONE)


SIMPLE: tuple[Shape, ...] = (
    Shape(functions=(), grid=grids.nothing, columns=lambda r, b, d: [r],
          written=lambda a, b, d: (w.plain(a),)),
    Shape(functions=(), grid=grids.nothing, columns=lambda r, b, d: [np.ones_like(b), r],
          written=lambda a, b, d: ((), w.plain(a))),
    Shape(functions=(), grid=grids.nothing, columns=lambda r, b, d: [np.ones_like(b), r, r**2],
          written=lambda a, b, d: ((), w.plain(a), w.one(a.written(ONE), TWO))),
    Shape(functions=(), grid=grids.exponents, columns=lambda r, p, d: [r**p],
          written=lambda a, p, d: ((Power(a.written(ONE), p),),)),
    *(_rational(Fraction(p), Fraction(q)) for p, q in ((0, 1), (0, 2), (1, 1), (1, 2), (2, 2))),
)  # fmt: skip
"""Curves without functions, as one input may have beside those that have."""
