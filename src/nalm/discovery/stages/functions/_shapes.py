"""The usual curves of one argument, linear but for one or two numbers.

    g(y) = Σ cₖ φₖ(R; b, d),   as   y = c₁ + c₂ e^(b R),   1/y = c₁ + c₂ e^(b R),   …

For each b and d of a grid the coefficients follow by least squares (variable projection). The best
of the grid is where the fit of all numbers begins.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from nalm._typing import FloatArray
from nalm.discovery.problem._problem import Problem
from nalm.discovery.stages.arguments._arguments import Argument
from nalm.discovery.stages.arguments._curves import frequencies
from nalm.discovery.stages.functions._view import AS_IT_IS, THROUGH, Seen
from nalm.symbolic import Call, Number, Power, Product, Sum, find_function

ONE = Fraction(1)
RATES = np.array([0.3, 0.7, 1.5, 3.0, 6.0, 12.0, 25.0])
"""b times the range of R."""
TURNS = 24.0
"""Periods within the range of R."""
STEP = 0.5
"""Of the phase at the far end of R, from one frequency to the next."""
EXPONENTS = (0.5, 1.5, 2.0, 3.0)
SHIFTS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""R + d at its smallest, over the range of R."""
BEST = 2
"""Points of a grid that fits begin at."""

Columns = Callable[[FloatArray, float, float], FloatArray]
Write = Callable[[Argument, float, float], tuple[tuple[Power, ...], ...]]


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A family of curves.

    Attributes:
        functions: Names of those it needs.
        columns: φ of R, b and d `(rows, columns)`.
        written: φ as powers.
        grid: Pairs of b and d for the values of R.
        seen: g.
    """

    functions: tuple[str, ...]
    columns: Columns
    written: Write
    grid: Callable[[FloatArray], list[tuple[float, float]]]
    seen: Seen = AS_IT_IS


def _of(function: str, argument: Argument, b: Number) -> Power:
    return Power(Call(function, argument.written(b)), ONE)


def _rates(values: FloatArray) -> list[tuple[float, float]]:
    rates = RATES / float(np.ptp(values))
    return [(b, 0.0) for b in (*rates.tolist(), *(-rates).tolist())]


def _rising(values: FloatArray) -> list[tuple[float, float]]:
    return [(b, d) for b, d in _rates(values) if b > 0]


def _pairs(values: FloatArray) -> list[tuple[float, float]]:
    rates = [b for b, _ in _rates(values)]
    return [(b, d) for b in rates for d in rates if b > d]


def _waves(values: FloatArray) -> list[tuple[float, float]]:
    return [(b, 0.0) for b in frequencies(values, step=STEP, turns=TURNS).tolist()]


def _damped(values: FloatArray) -> list[tuple[float, float]]:
    rates = (-RATES[:5] / float(np.ptp(values))).tolist()
    return [(b, d) for b, _ in _waves(values) for d in rates]


def _stretched(values: FloatArray) -> list[tuple[float, float]]:
    if (values < 0).any():
        return []
    both = [sign * rate for rate in RATES.tolist() for sign in (1.0, -1.0)]
    # NumPy's floats become infinite or 0 where Python's raise an error.
    sizes = (values.max() ** np.array(EXPONENTS)).tolist()
    known = [(size, p) for size, p in zip(sizes, EXPONENTS, strict=True) if 0 < size < np.inf]
    return [(b / size, p) for b in both for size, p in known]


def _shifted(values: FloatArray) -> list[tuple[float, float]]:
    span = float(np.ptp(values))
    # log (R + d) and 1/(R + d) have a value where R is above -d.
    return [(1.0, float(s * span - values.min())) for s in SHIFTS]


def _one(u: FloatArray) -> FloatArray:
    return np.ones_like(u)


def _sines(r: FloatArray, b: float) -> tuple[FloatArray, FloatArray]:
    return np.sin(b * r), np.cos(b * r)


def _wave(argument: Argument, b: float) -> tuple[tuple[Power, ...], ...]:
    return (_of("sin", argument, b),), (_of("cos", argument, b),)


def _stretch(argument: Argument, b: float, p: float) -> Power:
    powers = tuple(Power(w.base, float(w.exponent) * p) for w in argument.powers)
    return Power(Call("exp", Sum((Product(b, powers),))), ONE)


def _plus(argument: Argument, d: float) -> Sum:
    return Sum((*argument.written(ONE).terms, Product(d)))


def _logarithm(argument: Argument, d: float) -> Power:
    return Power(Call("log", _plus(argument, d)), ONE)


_EXP: Columns = lambda r, b, d: np.column_stack([np.exp(b * r)])  # noqa: E731
_OFFSET: Columns = lambda r, b, d: np.column_stack([_one(r), np.exp(b * r)])  # noqa: E731


def _write_offset(argument: Argument, b: float, _d: float) -> tuple[tuple[Power, ...], ...]:
    return (), (_of("exp", argument, b),)


_ERF = find_function("erf").value
_LOG, _RECIPROCAL = THROUGH[0], THROUGH[1]
SHAPES: tuple[Shape, ...] = (
    Shape(functions=("exp",), columns=_EXP, grid=_rates,
          written=lambda a, b, d: ((_of("exp", a, b),),)),
    Shape(functions=("exp",), columns=_OFFSET, written=_write_offset, grid=_rates),
    Shape(functions=("exp",), columns=_OFFSET, written=_write_offset, grid=_rates,
          seen=_RECIPROCAL),
    Shape(functions=("exp",), columns=_OFFSET, written=_write_offset, grid=_rates, seen=_LOG),
    Shape(functions=("exp",), grid=_shifted, seen=_LOG,
          columns=lambda r, b, d: np.column_stack([_one(r), 1 / (r + d)]),
          written=lambda a, b, d: ((), (Power(_plus(a, d), -ONE),))),
    Shape(functions=("exp",), grid=_pairs,
          columns=lambda r, b, d: np.column_stack([np.exp(b * r), np.exp(d * r)]),
          written=lambda a, b, d: ((_of("exp", a, b),), (_of("exp", a, d),))),
    Shape(functions=("exp",), grid=_stretched,
          columns=lambda r, b, p: np.column_stack([np.exp(b * r**p)]),
          written=lambda a, b, p: ((_stretch(a, b, p),),)),
    Shape(functions=("exp",), grid=_stretched,
          columns=lambda r, b, p: np.column_stack([_one(r), np.exp(b * r**p)]),
          written=lambda a, b, p: ((), (_stretch(a, b, p),))),
    Shape(functions=("sin",), grid=_waves,
          columns=lambda r, b, d: np.column_stack(_sines(r, b)),
          written=lambda a, b, d: _wave(a, b)),
    Shape(functions=("sin",), grid=_waves,
          columns=lambda r, b, d: np.column_stack([_one(r), *_sines(r, b)]),
          written=lambda a, b, d: ((), *_wave(a, b))),
    Shape(functions=("sin",), grid=_waves,
          columns=lambda r, b, d: np.column_stack([_one(r), r, *_sines(r, b)]),
          written=lambda a, b, d: ((), (Power(a.written(ONE), ONE),), *_wave(a, b))),
    Shape(functions=("sin", "exp"), grid=_damped,
          columns=lambda r, b, d: np.column_stack([np.exp(d * r) * w for w in _sines(r, b)]),
          written=lambda a, b, d: tuple((*w, _of("exp", a, d)) for w in _wave(a, b))),
    Shape(functions=("sin", "exp"), grid=_damped,
          columns=lambda r, b, d: np.column_stack(
              [_one(r), *(np.exp(d * r) * w for w in _sines(r, b))]),
          written=lambda a, b, d: ((), *((*w, _of("exp", a, d)) for w in _wave(a, b)))),
    Shape(functions=("log",), grid=_shifted,
          columns=lambda r, b, d: np.column_stack([_one(r), np.log(r + d)]),
          written=lambda a, b, d: ((), (_logarithm(a, d),))),
    Shape(functions=("tanh",), grid=_rising,
          columns=lambda r, b, d: np.column_stack([np.tanh(b * r)]),
          written=lambda a, b, d: ((_of("tanh", a, b),),)),
    Shape(functions=("erf",), grid=_rising,
          columns=lambda r, b, d: np.column_stack([_ERF(b * r)]),
          written=lambda a, b, d: ((_of("erf", a, b),),)),
    Shape(functions=("erf",), grid=_rising,
          columns=lambda r, b, d: np.column_stack([_one(r), _ERF(b * r)]),
          written=lambda a, b, d: ((), (_of("erf", a, b),))),
)  # fmt: skip
"""From the simplest on."""


def fitted(shape: Shape, problem: Problem, *, argument: Argument) -> Iterator[Sum]:
    """Yield the formulas of the best points of a shape's grid, best first.

    Args:
        shape: The curves.
        problem: The data.
        argument: R.
    """
    seen = shape.seen
    if not seen.domain(problem.y):
        return
    values, goal = argument.values(problem.x), seen.values(problem.y)
    # A small error of y is one of g'(y) times as much in g(y).
    root = np.sqrt(problem.weight) / np.abs(seen.slope(problem.y))
    found: list[tuple[float, float, float, FloatArray]] = []
    for b, d in shape.grid(values):
        columns = shape.columns(values, b, d) * root[:, None]
        if not np.isfinite(columns).all():
            continue
        solved = np.linalg.lstsq(columns, goal * root, rcond=1e-12)[0]
        miss = float(np.square(columns @ solved - goal * root).sum())
        found.append((miss, b, d, np.asarray(solved, dtype=np.float64)))
    for _, b, d, solved in sorted(found, key=lambda one: one[0])[:BEST]:
        yield seen.inverse(_written(shape.written(argument, b, d), solved))


def _written(parts: tuple[tuple[Power, ...], ...], solved: FloatArray) -> Sum:
    """Write the columns with their coefficients; a sine and a cosine become one sine."""
    numbers = solved.tolist()
    if len(parts) < 2 or not parts[-1] or not _is("cos", parts[-1]):
        return Sum(tuple(map(Product, numbers, parts)))
    s, c = numbers[-2:]
    sine, *others = parts[-2]
    assert isinstance(sine.base, Call)
    phase = float(np.arctan2(c, s))
    shifted = Call("sin", Sum((*sine.base.argument.terms, Product(phase))))
    wave = Product(float(np.hypot(s, c)), (Power(shifted, ONE), *others))
    return Sum((*map(Product, numbers[:-2], parts[:-2]), wave))


def _is(function: str, powers: tuple[Power, ...]) -> bool:
    base = powers[0].base
    return isinstance(base, Call) and base.function == function
