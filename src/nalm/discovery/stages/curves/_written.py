"""The parts of the usual curves, written as powers."""

from fractions import Fraction

import numpy as np

from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.curves._shape import ONE, Parts
from nalm.symbolic import Base, Call, Number, Power, Product, Sum

TWO = Fraction(2)


def one(base: Base, exponent: Fraction = ONE) -> tuple[Power, ...]:
    return (Power(base, exponent),)


def of(function: str, argument: Argument, *, b: float) -> tuple[Power, ...]:
    return one(Call(function, argument.written(b)))


def minus(argument: Argument, d: float) -> Sum:
    return Sum((*argument.written(ONE).terms, Product(-d)))


def about(function: str, argument: Argument, *, b: float, d: float) -> Call:
    """Write F(b R − b d)."""
    return Call(function, Sum((*argument.written(b).terms, Product(-b * d))))


def wave(argument: Argument, b: float) -> Parts:
    return of("sin", argument, b=b), of("cos", argument, b=b)


def damped(argument: Argument, *, b: float, d: float) -> Parts:
    return tuple((*each, *of("exp", argument, b=d)) for each in wave(argument, b))


def stretched(argument: Argument, *, b: float, p: float) -> tuple[Power, ...]:
    powers = tuple(Power(w.base, float(w.exponent) * p) for w in argument.powers)
    return one(Call("exp", Sum((Product(b, powers),))))


def sigmoid(argument: Argument, *, b: float, d: float) -> tuple[Power, ...]:
    """Write 1/(1 + e^(b (R - d)))."""
    return one(Sum((Product(ONE), Product(ONE, one(about("exp", argument, b=b, d=d))))), -ONE)


def hill(argument: Argument, *, p: float, d: float) -> tuple[Power, ...]:
    """Write 1/(1 + (R/d)^p)."""
    powers = tuple(Power(w.base, float(w.exponent) * p) for w in argument.powers)
    return one(Sum((Product(ONE), Product(d**-p, powers))), -ONE)


def gauss(argument: Argument, *, b: float, d: float) -> tuple[Power, ...]:
    """Write e^(-b (R - d)²)."""
    return one(Call("exp", Sum((Product(-b, one(minus(argument, d), TWO)),))))


def lorentz(argument: Argument, *, b: float, d: float) -> tuple[Power, ...]:
    """Write 1/(1 + b (R - d)²)."""
    return one(Sum((Product(ONE), Product(b, one(minus(argument, d), TWO)))), -ONE)


def log_of_cosh(argument: Argument, b: float) -> tuple[Power, ...]:
    return one(Call("log", Sum((Product(ONE, of("cosh", argument, b=b)),))))


def softplus(argument: Argument, *, b: float, d: float) -> tuple[Power, ...]:
    """Write log(1 + e^(b (R - d)))."""
    grown = Product(ONE, one(about("exp", argument, b=b, d=d)))
    return one(Call("log", Sum((Product(ONE), grown))))


def rectified(argument: Argument, *, b: float, d: float) -> tuple[Power, ...]:
    """Write (R - d)/(1 - e^(-b (R - d))), as of currents and rates of channels in membranes."""
    fallen = Product(-ONE, one(about("exp", argument, b=-b, d=d)))
    return (*one(minus(argument, d)), *one(Sum((Product(ONE), fallen)), -ONE))


def mean_of_exponential(argument: Argument, b: float) -> tuple[Power, ...]:
    """Write (e^(b R) - 1)/R, a mean of e^(b R) from 0 to R."""
    return (*one(argument.written(ONE), -ONE), *one(_without_one(argument, b)))


def energy_of_oscillator(argument: Argument, b: float) -> tuple[Power, ...]:
    """Write R/(e^(b R) - 1), as Planck did."""
    return (*plain(argument), *one(_without_one(argument, b), -ONE))


def _without_one(argument: Argument, b: float) -> Sum:
    return Sum((Product(ONE, of("exp", argument, b=b)), Product(-ONE)))


def soliton(argument: Argument, *, b: float, d: float) -> tuple[Power, ...]:
    """Write 1/cosh²(√b (R - d))."""
    return one(about("cosh", argument, b=b**0.5, d=d), -TWO)


def lognormal(argument: Argument, *, b: float, d: float) -> tuple[Power, ...]:
    """Write e^(-b² log²(R/d)), a lognormal density times R."""
    return one(Call("exp", Sum((Product(-(b**2), one(_log_ratio(argument, d=d), TWO)),))))


def share_below(argument: Argument, *, b: float, d: float) -> tuple[Power, ...]:
    """Write erf(b log(R/d)), as of the share of sizes below R."""
    return one(Call("erf", _log_ratio(argument, b=b, d=d)))


def _log_ratio(argument: Argument, *, d: float, b: Number = ONE) -> Sum:
    return Sum((Product(b, logs(argument)), Product(-float(b) * float(np.log(d)))))


def langevin(argument: Argument, b: float) -> tuple[Power, ...]:
    """Write coth(b R) - 1/(b R), the mean of cos θ of dipoles in a field."""
    cotangent = Product(ONE, one(Call("tanh", argument.written(b)), -ONE))
    return one(Sum((cotangent, Product(-1 / b, one(argument.written(ONE), -ONE)))))


def plain(argument: Argument) -> tuple[Power, ...]:
    return one(argument.written(ONE))


def logs(argument: Argument, p: Fraction = ONE) -> tuple[Power, ...]:
    return one(Call("log", argument.written(ONE)), p)


def log_of_one_plus(argument: Argument, b: float) -> tuple[Power, ...]:
    return one(Call("log", Sum((Product(ONE), *argument.written(b).terms))))
