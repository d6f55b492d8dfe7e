import math
from collections import Counter

import numpy as np
import pytest
import sympy

from discovery_problems import SETS, Simulated, Uniform, Wide, parse, problems
from discovery_problems._random import class_of, random_problems
from nalm.discovery.problem._units import parse_unit
from tests._tiers import sampled

ROWS = 200
BASES = ("kg", "m", "s", "A", "K")
EVERY = [case for name in SETS for case in sampled({f"{name}/{p.id}": p for p in problems(name)})]


@pytest.mark.parametrize("problem", EVERY)
def test_a_law_has_a_value_wherever_it_is_sampled(problem):
    for x, y in (problem.sample(ROWS, seed=0), problem.sample_outer(ROWS, seed=0)):
        assert x.shape == (ROWS, len(problem.names)) and y.shape == (ROWS,)
        assert np.isfinite(x).all() and np.isfinite(y).all()
        assert np.ptp(y) > 0


@pytest.mark.parametrize("problem", EVERY)
def test_every_input_matters_and_no_other_does(problem):
    assert {str(each) for each in problem.expression.free_symbols} <= set(problem.names)
    # A derivative may depend on one state alone, and a table may have irrelevant columns.
    if not isinstance(problem, Simulated) and "of twelve inputs" not in problem.id:
        assert len(problem.expression.free_symbols) == len(problem.names)


@pytest.mark.parametrize("problem", EVERY)
def test_the_values_are_those_of_the_formula(problem):
    x, y = problem.sample(3, seed=1)
    for row, value in zip(x, y, strict=True):
        at = dict(zip(problem.symbols.values(), map(sympy.Float, row), strict=True))
        assert float(problem.expression.evalf(subs=at)) == pytest.approx(value, rel=1e-8)


@pytest.mark.parametrize(
    "problem",
    sampled({p.id: p for name in ("feynman", "feynman-bonus") for p in problems(name)}, every=4),
)
def test_a_law_agrees_with_its_units(problem):
    """In other base units the same law holds: y changes by what its unit changes by."""
    sizes = dict(zip(BASES, (2.0, 3.0, 0.7, 5.0, 1.3), strict=True))

    def size(unit):
        return math.prod(sizes[base] ** float(e) for base, e in parse_unit(unit).items())

    x, y = problem.sample(20, seed=0)
    factors = [size(unit) for unit in problem.units]
    assert problem.evaluate(x * factors) == pytest.approx(y * size(problem.target_unit), rel=1e-9)


def test_the_sets_have_the_published_sizes():
    classes = Counter(problem.klass for problem in problems("feynman"))
    assert classes == {"A": 38, "P": 4, "L": 3, "R": 14, "S": 12}
    assert Counter(p.klass for p in problems("feynman-bonus")) == {"L": 4, "R": 1, "S": 5}
    assert [len(problems(name)) for name in ("strogatz", "extrapolation")] == [14, 14]
    names = (
        "handbook",
        "engineering",
        "quadratics",
        "random",
        "functions",
        "textbooks",
        "sciences",
        "practice",
        "outside",
    )
    assert [len(problems(name)) for name in names] == [42, 34, 12, 60, 37, 88, 76, 60, 12]
    assert {problem.klass for problem in problems("outside")} == {"O"}
    functions = ("feynman-functions", "feynman-bonus-functions", "functions")
    assert [len(problems(name)) for name in functions] == [29, 10, 37]
    assert {problem.klass for name in functions for problem in problems(name)} == {"F"}
    for name in SETS:
        ids = [problem.id for problem in problems(name)]
        assert len(set(ids)) == len(ids)
    for unknown in ("feynmann", "random-", "random-one"):
        with pytest.raises(ValueError, match="set should be one of"):
            problems(unknown)


@pytest.mark.thorough
def test_another_random_set_has_other_laws_and_the_same_name_the_same():
    first, other = ([each.formula for each in problems(f"random-{k}")] for k in (1, 2))
    assert len(set(first) & set(other)) <= 5  # products of two inputs
    assert [each.formula for each in random_problems("random-1")] == first


@pytest.mark.parametrize("problem", sampled({p.id: p for p in problems("random")}))
def test_no_term_of_a_random_law_can_be_left_out(problem):
    """However the rest of the sum is scaled: so that 1 % noise hides none."""
    x, y = problem.sample(ROWS, seed=0)
    for total in problem.expression.atoms(sympy.Add):
        for term in total.args:
            law = sympy.lambdify(
                list(problem.symbols.values()), problem.expression.xreplace({total: total - term})
            )
            without = np.broadcast_to(law(*x.T), y.shape)
            scale = y @ without / (without @ without)
            assert np.sqrt(np.mean((y - scale * without) ** 2)) > 0.01 * np.sqrt(np.mean(y**2))


@pytest.mark.parametrize(
    ("formula", "klass"),
    [
        ("2*x*y**(1/2)", "A"),
        ("x*(x + y)**2", "P"),
        ("(x + 1)/y", "L"),
        ("x/(x + y)", "R"),
        ("x + (x**2 + y)**(1/2)", "S"),
    ],
)
def test_the_class_of_a_law_is_read_from_it(formula, klass):
    assert class_of(parse(formula, dict(zip("xy", sympy.symbols("x y"), strict=True)))) == klass


def is_monomial(problem):
    """Whether a factor on an input is a factor on the value, the same in every row."""
    x, y = problem.sample(20, seed=0)
    scaled = [problem.evaluate(x * np.where(column, 1.01, 1)) / y for column in np.eye(x.shape[1])]
    return all(np.ptp(each) < 1e-9 for each in scaled)


@pytest.mark.parametrize(
    "name",
    [name for name in SETS if not name.endswith("-wide") and name != "outside"],
)
def test_class_a_is_the_monomials(name):
    for problem in problems(name):
        assert is_monomial(problem) == (problem.klass == "A"), problem.id


@pytest.mark.parametrize("name", SETS)
def test_a_sample_depends_on_its_seed_only(name):
    problem = problems(name)[0]
    first, again, other = (problem.sample(ROWS, seed=seed, noise=0.1) for seed in (0, 0, 1))
    assert np.array_equal(first[0], again[0]) and np.array_equal(first[1], again[1])
    assert not np.array_equal(first[0], other[0])


@pytest.mark.parametrize("name", SETS)
def test_noise_is_of_the_stated_size_on_the_target_only(name):
    problem = problems(name)[0]
    x, y = problem.sample(4000, seed=0)
    x_noisy, y_noisy = problem.sample(4000, seed=0, noise=0.1)
    assert np.array_equal(x, x_noisy)
    assert np.std(y_noisy - y) == pytest.approx(0.1 * np.sqrt(np.mean(y**2)), rel=0.05)
    assert np.mean(y_noisy - y) == pytest.approx(0, abs=0.1 * np.std(y_noisy - y))


@pytest.mark.parametrize("problem", EVERY)
def test_outer_rows_are_outside_the_training_rows(problem):
    x, _ = problem.sample(ROWS, seed=0)
    outer, _ = problem.sample_outer(ROWS, seed=0)
    size = np.abs if isinstance(problem, Wide) else np.asarray
    low, high = size(x).min(0), size(x).max(0)
    assert ((size(outer) < low) | (size(outer) > high)).any(1).all()


def test_a_widened_box_keeps_positive_inputs_positive():
    for problem in problems("feynman"):
        assert isinstance(problem, Uniform)
        outer, _ = problem.sample_outer(ROWS, seed=0)
        low, high = np.array(problem.low), np.array(problem.high)
        assert (outer >= low / 2).all() and (outer <= 2 * high - low).all()


def test_wide_inputs_span_two_decades_and_signs_where_the_law_allows_them():
    sound = next(p for p in problems("feynman-wide") if p.id == "I.47.23")  # sqrt(Gamma*pr/rho)
    force = next(p for p in problems("feynman-wide") if p.id == "I.12.5")  # q2*Ef
    assert sound.signed == (False, False, False) and force.signed == (True, True)
    x, _ = force.sample(2000, seed=0)
    assert (x < 0).mean() == pytest.approx(0.5, abs=0.05)
    decades = np.log10(np.abs(x).max(0) / np.abs(x).min(0))
    assert decades == pytest.approx([2, 2], abs=0.02)


def test_a_trajectory_follows_its_derivative():
    prey, predator = (next(p for p in problems("strogatz") if p.id == i) for i in ("lv1", "lv2"))
    start = np.array([3.0, 2.0])
    path = prey._trajectory(start, 4001)
    step = prey.duration / 4000
    slopes = (path[2:] - path[:-2]) / (2 * step)
    expected = np.column_stack([prey.evaluate(path), predator.evaluate(path)])[1:-1]
    assert slopes == pytest.approx(expected, rel=1e-3, abs=1e-3)


def test_formulas_are_read_without_running_them():
    x = sympy.Symbol("x")
    assert parse("-sqrt(x)/2 + x^2", {"x": x}) == -sympy.sqrt(x) / 2 + x**2
    for text in ("__import__('os')", "x.name", "y", "x if x else x", "x[0]", "True and x"):
        with pytest.raises(ValueError, match="is no part of a formula"):
            parse(text, {"x": x})
