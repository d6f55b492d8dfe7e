"""What others add without changing the package: a noise model, a stage, an exporter of formulas."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pytest

from nalm.discovery import (
    Budget,
    NoiseModel,
    Options,
    PowerProduct,
    Problem,
    Proposal,
    SearchState,
    Strategy,
    SymbolicRegressor,
    Verdict,
    register_noise,
    search,
)
from nalm.symbolic import Fold, Power, Product, Sum, evaluate


@dataclass(frozen=True)
class Counts(NoiseModel):
    """Counting noise, whose variance is the mean (Poisson): g = √|f|."""

    name: ClassVar[str] = "counts"
    power: ClassVar[float] = 0.5

    def size(self, formula, x):
        return np.sqrt(np.abs(evaluate(formula, x)))


@dataclass(frozen=True)
class Hypotenuses:
    """√(a² + b²) of each pair of neighbouring inputs."""

    name: str = "hypotenuses"

    def due(self, state: SearchState) -> bool:
        return state.pool.inner.x.shape[1] > 1

    def propose(self, state: SearchState, budget: Budget) -> Iterator[Proposal]:
        for first in range(state.pool.inner.x.shape[1] - 1):
            budget.check()
            squares = (Product(Fraction(1), (Power(i, Fraction(2)),)) for i in (first, first + 1))
            root = Power(Sum(tuple(squares)), Fraction(1, 2))
            yield Proposal(formula=Sum((Product(1.0, (root,)),)))


def to_fortran(formula, names):
    """Write a formula as an expression of Fortran."""
    write = Fold(
        number=lambda number: f"{float(number)!r}d0".replace("e", "d").replace("d0d0", "d0"),
        input=lambda index: names[index],
        power=lambda base, exponent: f"({base})**({exponent})",
        product=lambda coefficient, powers: "*".join([coefficient, *powers]),
        sum=lambda terms: " + ".join(terms),
    )
    return write(formula)


def counted(rows=120):
    random = np.random.default_rng(0)
    x = random.uniform(1, 9, rows)
    return x[:, None], random.poisson(40 * x**1.5).astype(float)


@pytest.mark.filterwarnings("ignore::nalm.errors.UnfinishedWarning")
def test_a_noise_model_is_searched_with_saved_and_loaded(registries, tmp_path):
    register_noise(Counts())
    x, y = counted()
    law = SymbolicRegressor(noise="counts", max_terms=1, starts=8, random_state=0).fit(x, y)
    (discovery,) = law.discoveries_
    chosen = discovery.candidates[discovery.chosen]
    assert chosen.noise == Counts()
    assert chosen.sigma == pytest.approx(1.0, rel=0.2)  # the variance is the mean
    law.save(tmp_path / "law.json")
    again = SymbolicRegressor.load(tmp_path / "law.json")
    assert np.array_equal(again.predict(x), law.predict(x))
    assert again.discoveries_[0].candidates[discovery.chosen].noise == Counts()


def test_a_stage_is_one_class():
    x = np.random.default_rng(0).uniform(1, 5, (80, 3))
    problem = Problem(x=x, y=2 * np.hypot(x[:, 1], x[:, 2]), weight=np.ones(80))
    stages = (PowerProduct(), Hypotenuses())
    found = search(problem, Options(strategy=Strategy(stages=stages)))
    assert found.verdict is Verdict.LAW
    assert found.candidates[found.chosen].found_by == "hypotenuses"


def test_an_exporter_is_one_function():
    inner = Sum((Product(Fraction(1), (Power(1, Fraction(2)),)), Product(2.5)))
    formula = Sum((Product(3.0, (Power(0, Fraction(1, 2)), Power(inner, Fraction(-1)))),))
    assert to_fortran(formula, ["a", "b"]) == (
        "3.0d0*(a)**(0.5d0)*(1.0d0*(b)**(2.0d0) + 2.5d0)**(-1.0d0)"
    )
