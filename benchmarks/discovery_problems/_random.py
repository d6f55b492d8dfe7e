"""Laws that nobody chose: drawn from a grammar, with every term above the noise."""

import zlib
from dataclasses import replace
from fractions import Fraction

import numpy as np
import sympy

from discovery_problems._problem import evaluate
from discovery_problems._static import Uniform

COUNT = 60
PROBE = 4096  # rows that decide whether a law is fit to be asked for
INTERVALS = ((0.5, 2.0), (1.0, 3.0), (1.0, 5.0), (2.0, 10.0), (0.1, 1.0), (-3.0, 3.0))
CHANCES = (0.18, 0.18, 0.18, 0.18, 0.18, 0.1)  # of the intervals
EXPONENTS = ("1", "2", "-1", "1/2", "3", "-2")
OFTEN = (0.5, 0.2, 0.12, 0.08, 0.05, 0.05)
POWERS = ("1/2", "-1", "-1/2", "2", "3/2", "-2")  # of sums
SHARE = 0.2  # smallest median of |term / rest of its sum|, and of its inverse
SPREAD = 1.5  # smallest factor between the outer tenths of that ratio: a constant one is no term
LARGEST = 50.0  # |y| over its median: beside a pole nothing is measured


def random_problems(name: str) -> list[Uniform]:
    """Draw the laws of a set, of two to five inputs and ten of each shape.

    The shapes are a product c Π xᵢ^eᵢ; a sum of two or three; (a + b)^p; a (b + c)^p; a quotient of
    sums; and a + b (c + d)^p, where a to d are products of one to three inputs. A law is kept if
    it has a value all over its box and no term of any sum could be left out: see `SHARE`.
    """
    random = np.random.default_rng(zlib.crc32(name.encode()))
    shapes = (_product, _sum, _power, _scaled, _quotient, _offset)
    found: list[Uniform] = []
    while len(found) < COUNT:
        shape = shapes[len(found) % len(shapes)]
        names = [f"x{k}" for k in range(random.integers(2, 6))]
        problem = Uniform(
            id=f"{shape.__name__[1:]} {len(found) // len(shapes)}",
            klass="",
            target="y",
            formula=shape(names, random),
            names=tuple(names),
            set=name,
            **_box(len(names), random),
        )
        if is_fair(problem):
            found.append(replace(problem, klass=class_of(problem.expression)))
    return found


def is_fair(problem: Uniform) -> bool:
    """Say whether each term of each sum matters all over the box (an input may still cancel)."""
    if len(problem.expression.free_symbols) < len(problem.names):
        return False
    x = problem.draw(PROBE, np.random.default_rng(0))
    y = problem.evaluate(x)
    if not np.isfinite(y).all() or np.abs(y).max() > LARGEST * np.median(np.abs(y)):
        return False
    return all(_matters(problem, each, x) for each in problem.expression.atoms(sympy.Add))


def _matters(problem: Uniform, total: sympy.Add, x: np.ndarray) -> bool:
    for term in total.args:
        ratio = sympy.lambdify(list(problem.symbols.values()), term / (total - term), "numpy")
        size = np.abs(evaluate(ratio, x))
        low, middle, high = np.quantile(size, (0.1, 0.5, 0.9))
        if not (SHARE < middle < 1 / SHARE and high > SPREAD * low):
            return False
    return True


def _box(inputs: int, random: np.random.Generator) -> dict[str, tuple[float, ...]]:
    rows = random.choice(len(INTERVALS), size=inputs, p=CHANCES)
    low, high = zip(*(INTERVALS[k] for k in rows), strict=True)
    return {"low": low, "high": high}


def class_of(law: sympy.Expr) -> str:
    """Return the class of a law: see `Problem.klass`."""
    law = sympy.expand(law)
    sums = [each for each in law.atoms(sympy.Pow) if each.base.is_Add]
    if any(not each.exp.is_Integer for each in sums):
        return "S"
    if sums:
        return "R"
    if not law.is_Add:
        return "A"
    powers = [each.exp for each in law.atoms(sympy.Pow)]
    return "P" if all(each.is_Integer and each > 0 for each in powers) else "L"


def _product(names: list[str], random: np.random.Generator) -> str:
    return _term(names, random)


def _sum(names: list[str], random: np.random.Generator) -> str:
    return _added(names, random, terms=random.integers(2, 4))


def _power(names: list[str], random: np.random.Generator) -> str:
    return f"({_added(names, random)})**({random.choice(POWERS)})"


def _scaled(names: list[str], random: np.random.Generator) -> str:
    return f"{_some(names, random)}*({_added(names, random)})**({random.choice(POWERS)})"


def _quotient(names: list[str], random: np.random.Generator) -> str:
    return f"({_added(names, random)})/({_added(names, random)})"


def _offset(names: list[str], random: np.random.Generator) -> str:
    return f"{_some(names, random)} + {_scaled(names, random)}"


def _added(names: list[str], random: np.random.Generator, *, terms: int = 2) -> str:
    """Write a sum: one term may be a constant, and one may be subtracted."""
    written = [_some(names, random) for _ in range(terms - 1)]
    last = _number(random) if random.random() < 0.3 else _some(names, random)
    sign = " - " if random.random() < 0.25 else " + "
    return " + ".join(written) + sign + last


def _some(names: list[str], random: np.random.Generator) -> str:
    size = min(len(names), int(random.choice((1, 2, 3), p=(0.45, 0.4, 0.15))))
    return _term(sorted(random.choice(names, size=size, replace=False)), random)


def _term(names: list[str], random: np.random.Generator) -> str:
    powers = (f"{name}**({random.choice(EXPONENTS, p=OFTEN)})" for name in names)
    number = () if random.random() < 0.5 else (_number(random),)
    return "*".join([*number, *powers]).replace("**(1)", "")


def _number(random: np.random.Generator) -> str:
    """Draw a whole number, a simple fraction, or three digits."""
    kind = random.random()
    if kind < 0.5:
        return str(random.integers(1, 10))
    if kind < 0.7:
        fraction = Fraction(int(random.integers(1, 6)), int(random.integers(2, 6)))
        return f"({fraction})"
    return f"{float(10 ** random.uniform(-1, 1)):.3g}"
