"""Is a formula the law, and how far does it reach?

It is the law if some values of its constants near its own turn it into the law, everything else as
it stands. Every term of a sum is given a factor 1 + δ, except the first one of a sum whose scale a
factor outside gives; a least-squares solution δ of smallest norm is sought at noise-free points of
the training box and outside; the law is found if the formula then agrees with it to 1e-6 and no |δ|
exceeds the tolerance. Exponents stay what they are (a decimal within 1e-6 of a fraction is that
fraction), so 1.99 is not 2; terms that contribute less than one part in 10⁴ everywhere are dropped
first. The median relative error of the formula *as it was returned*, outside the training box, must
also be below 1 %. How the formula is written (expanded, factored, merged) does not matter.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import sympy

from discovery_problems import Problem, evaluate, parse

POINTS = 200  # of the law, inside and again outside, at which a formula is compared with it
AGREEMENT = 1e-6  # relative, with the law; also of decimal exponents to fractions
NEGLIGIBLE = 1e-4  # share of a sum below which a term is dropped
EXPANDABLE = 300  # operations of a formula that is also tried expanded
SHARE = 0.98  # of the points must agree: some lie beside a zero, a pole or a domain's edge
STEPS = 30  # of Gauss and Newton
WILD = 10  # times the error of most: a point that is farther off, beside a pole, tells no slope
TOLERANCE, NOISY_TOLERANCE = 0.01, 0.05  # of constants
EXTRAPOLATION = 0.01  # median relative error outside


@dataclass(frozen=True, kw_only=True)
class Score:
    """What a formula is worth.

    Attributes:
        strict: Whether it is the law by our definition.
        r2: Coefficient of determination on noise-free test rows of the training distribution.
        extrapolation_error: Median relative error on rows outside the training box.
        constants: How far its worst constant is from the law's, relative; infinite if the formula
            is not of the law's form.
        complexity: Nodes of the expression.
    """

    strict: bool
    r2: float
    extrapolation_error: float
    constants: float
    complexity: int


def score(problem: Problem, formula: str, *, seed: int, noise: float, rows: int = 1000) -> Score:
    """Judge a formula that was found on `problem.sample(..., seed, noise)`."""
    model = parse(formula, problem.symbols)
    x, y = problem.sample(rows, seed + 1_000_000)
    x_outer, y_outer = problem.sample_outer(rows, seed)
    function = function_of(model, problem)
    r2 = _r2(evaluate(function, x), y)
    error = relative_error(evaluate(function, x_outer), y_outer)
    constants = distance(problem, model, seed=seed)
    tolerance = TOLERANCE if noise == 0 else NOISY_TOLERANCE
    return Score(
        strict=constants <= tolerance and error < EXTRAPOLATION,
        r2=r2,
        extrapolation_error=error,
        constants=constants,
        complexity=sum(1 for _ in sympy.preorder_traversal(model)),
    )


def relative_error(found: np.ndarray, y: np.ndarray) -> float:
    """Return the median of |found - y| / |y|; a row without a value counts as infinitely wrong."""
    with np.errstate(all="ignore"):
        errors = np.abs(found - y) / np.abs(y)
    errors[(y == 0) & (found == 0)] = 0
    return float(np.median(np.where(np.isnan(errors), np.inf, errors)))


def _r2(found: np.ndarray, y: np.ndarray) -> float:
    if not np.isfinite(found).all():
        return -np.inf
    with np.errstate(all="ignore"):
        scale = np.abs(y).max()
        residual, spread = (found - y) / scale, (y - y.mean()) / scale
        return float(1 - np.sum(residual**2) / np.sum(spread**2))


def function_of(expression: sympy.Expr, problem: Problem, parameters=()):
    """Make an expression a function of the problem's columns, then of parameters."""
    arguments = [*problem.symbols.values(), *parameters]
    return sympy.lambdify(arguments, expression, ["scipy", "numpy"], cse=True)


def distance(problem: Problem, model: sympy.Expr, *, seed: int = 0) -> float:
    """Return the largest relative change of a constant that turns `model` into the law.

    The smaller one of the formula as it stands and of its expansion, where constants are merged.
    """
    now = _distance(problem, model, seed)
    if now <= TOLERANCE or model.count_ops() > EXPANDABLE:
        return now
    return min(now, _distance(problem, sympy.expand(model), seed))


def _distance(problem: Problem, model: sympy.Expr, seed: int) -> float:
    x = np.concatenate([
        problem.sample(POINTS, seed + 2_000_000)[0], problem.sample_outer(POINTS, seed)[0]
    ])  # fmt: skip
    y = problem.evaluate(x)
    try:
        pruned = _prune(_exact_exponents(model), problem, x)
        values: list[float] = []
        terms = [_term(each, values) for each in sympy.Add.make_args(pruned)]
    except (TypeError, ValueError, OverflowError):  # a number that is complex or not finite
        return np.inf
    parameters = [_name(k) for k in range(len(values))]
    function = function_of(sympy.Add(*terms), problem, parameters)
    return _solve(function, x, y, np.array(values))


def _name(index: int) -> sympy.Symbol:
    return sympy.Symbol(f"_parameter{index}", real=True)


def _parametrised(expression: sympy.Expr, values: list[float]) -> sympy.Expr:
    """Put parameters into an expression whose scale a parameter outside already gives."""
    if isinstance(expression, sympy.Add):
        first, *others = expression.args  # the others are relative to it
        numbers, rest = _separated(first)
        terms = [numbers * _factors(rest, values), *(_term(each, values) for each in others)]
        return sympy.Add(*terms)
    if isinstance(expression, sympy.Pow) and not expression.base.is_number:
        return _parametrised(expression.base, values) ** expression.exp
    if isinstance(expression, sympy.Function):
        # No factor outside gives the scale of an argument.
        terms = (_term(each, values) for each in sympy.Add.make_args(expression.args[0]))
        return expression.func(sympy.Add(*terms))
    if not expression.args:
        return expression
    return expression.func(*(_parametrised(each, values) for each in expression.args))


def _term(expression: sympy.Expr, values: list[float]) -> sympy.Expr:
    numbers, rest = _separated(expression)
    return _parameter(float(numbers), values) * _factors(rest, values)


def _separated(expression: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr]:
    return expression.as_independent(*expression.free_symbols, as_Add=False)


def _factors(product: sympy.Expr, values: list[float]) -> sympy.Expr:
    return sympy.Mul(*(_parametrised(each, values) for each in sympy.Mul.make_args(product)))


def _parameter(value: float, values: list[float]) -> sympy.Expr:
    if not np.isfinite(value):
        raise ValueError("a constant is not finite")
    values.append(value)
    return _name(len(values) - 1)


def _exact_exponents(expression: sympy.Expr) -> sympy.Expr:
    def exact(power: sympy.Pow) -> sympy.Expr:
        near = Fraction(float(power.exp)).limit_denominator(12)
        if abs(float(power.exp) - near) > AGREEMENT:
            return power
        return power.base ** sympy.Rational(near.numerator, near.denominator)

    return expression.replace(
        lambda e: isinstance(e, sympy.Pow) and e.exp.is_Float and not e.base.is_number, exact
    )


def _prune(expression: sympy.Expr, problem: Problem, x: np.ndarray) -> sympy.Expr:
    """Drop terms of sums that contribute nothing, from the innermost sums outwards."""
    if not expression.args or not expression.has(sympy.Float):
        return expression
    pruned = expression.func(*(_prune(each, problem, x) for each in expression.args))
    if not isinstance(pruned, sympy.Add):
        return pruned
    total = np.abs(evaluate(function_of(pruned, problem), x))
    kept = [
        each for each in pruned.args
        if not agrees(np.abs(evaluate(function_of(each, problem), x)), total, NEGLIGIBLE)
    ]  # fmt: skip
    return sympy.Add(*kept) if kept else pruned


def agrees(difference: np.ndarray, size: np.ndarray, limit: float) -> bool:
    """Say whether |difference| ≤ limit·size at nearly all points."""
    with np.errstate(all="ignore"):
        return bool(np.mean(np.abs(difference) <= limit * np.abs(size)) >= SHARE)


def _solve(function, x: np.ndarray, y: np.ndarray, values: np.ndarray) -> float:
    """Gauss and Newton on the relative changes δ; the steps have the smallest norm."""
    size = np.abs(y) + 1e-9 * np.median(np.abs(y))

    def residual(delta: np.ndarray) -> np.ndarray:
        parameters = np.broadcast_to(values * (1 + delta), (len(x), len(values)))
        return (evaluate(function, np.column_stack([x, parameters])) - y) / size

    delta = np.zeros(len(values))
    now = residual(delta)
    if np.isnan(now).mean() > 1 - SHARE:
        return np.inf
    for _ in range(STEPS):
        if agrees(now, np.ones_like(now), AGREEMENT / 100) or np.abs(delta).max() > 0.5:
            break
        used = np.isfinite(now) & (np.abs(now) <= WILD * np.nanquantile(np.abs(now), 0.9))
        jacobian = np.stack([_derivative(residual, delta, k) for k in range(len(values))], axis=1)
        used &= np.isfinite(jacobian).all(1)
        if not used.any():
            break
        step = np.linalg.lstsq(jacobian[used], -now[used], rcond=1e-10)[0]
        delta = delta + step
        now = residual(delta)
    close = agrees(now, np.ones_like(now), AGREEMENT)
    return float(np.abs(delta).max()) if close else np.inf


def _derivative(residual, delta: np.ndarray, k: int, step: float = 1e-6) -> np.ndarray:
    forward, backward = delta.copy(), delta.copy()
    forward[k] += step
    backward[k] -= step
    return (residual(forward) - residual(backward)) / (2 * step)
