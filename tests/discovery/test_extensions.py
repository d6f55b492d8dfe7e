"""What others add without changing the package: a noise model, a stage, an exporter of formulas."""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest

from nalm.discovery import (
    Budget,
    NoiseModel,
    PowerProduct,
    Proposal,
    SearchState,
    Strategy,
    SymbolicRegressor,
    Verdict,
    register_noise,
)
from nalm.symbolic import Equation, Fold, Power, Product, Sum, evaluate, register_exporter
from tests.cli.examples import nalm


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


def fortran_number(number):
    if isinstance(number, Fraction) and number.denominator == 1:
        return f"({number})" if number < 0 else str(number)
    return f"({float(number):.16e})".replace("e", "d")


def fortran(equation):
    """Write an equation as a statement of Fortran."""
    write = Fold(
        number=fortran_number,
        input=lambda index: equation.names[index],
        call=lambda function, argument: f"{function}{argument}",
        power=lambda base, exponent: f"{base}**{exponent}",
        product=lambda coefficient, powers: "*".join([coefficient, *powers]),
        sum=lambda terms: f"({' + '.join(terms) or '0'})",
    )
    left = f"d{equation.target}_dt" if equation.rate else equation.target
    return f"{left} = {write(equation.formula)}"


def computed(statement, x):
    """Compute the right-hand side of a statement of Fortran, whose arithmetic Python shares."""
    right = re.sub(r"(?<=\d)d(?=[+-])", "e", statement.split(" = ")[1])
    return eval(right, {f"x{i}": column for i, column in enumerate(x.T)})


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
    strategy = Strategy(stages=(PowerProduct(), Hypotenuses()))
    law = SymbolicRegressor(strategy=strategy).fit(x, 2 * np.hypot(x[:, 1], x[:, 2]))
    assert law.verdict_ is Verdict.LAW
    (found,) = law.discoveries_
    assert found.candidates[found.chosen].found_by == "hypotenuses"


def test_an_exporter_is_one_function(registries):
    register_exporter("fortran", fortran)
    x = np.random.default_rng(0).uniform(1, 5, (60, 2))
    y = 3 / np.sqrt(x[:, 0] ** 2 + 2 * x[:, 1])
    law = SymbolicRegressor(max_terms=2, starts=16, random_state=0).fit(x, y)
    assert np.allclose(law.predict(x), y)
    assert np.allclose(computed(law.export("fortran"), x), law.predict(x), rtol=1e-14)
    simplest = law.export("fortran", index=0)
    assert np.allclose(computed(simplest, x), law.predict(x, index=0), rtol=1e-14)


def test_a_rate_is_exported_too():
    half = Sum((Product(Fraction(1, 2), (Power(0, Fraction(-1)),)),))
    rate = Equation(target="x", formula=half, names=("x",), rate=True)
    assert fortran(rate) == "dx_dt = ((5.0000000000000000d-01)*x**(-1))"


def test_what_an_installed_package_registers_is_known_on_the_command_line(
    registries, tmp_path, monkeypatch
):
    (tmp_path / "counting_extension.py").write_text(
        "from nalm.discovery import register_noise\n"
        "from nalm.symbolic import register_exporter\n"
        "from tests.discovery.test_extensions import Counts, fortran\n"
        "register_noise(Counts())\n"
        "register_exporter('fortran', fortran)\n"
    )
    metadata = tmp_path / "counting-1.0.dist-info"  # what pip leaves behind
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: counting\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[nalm.extensions]\nmine = counting_extension\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "counting_extension", raising=False)
    x, y = counted()
    table = pd.DataFrame({"x0": x[:, 0], "n": y})
    table.to_csv(tmp_path / "counts.csv", index=False)
    words = ("--target", "n", "--noise", "counts", "--format", "fortran", "--starts", "1")
    outcome = nalm("discover", str(tmp_path / "counts.csv"), *words)
    assert outcome.code == 0, outcome.err
    assert outcome.out.startswith("n = ")
    assert computed(outcome.out, x) == pytest.approx(40 * x[:, 0] ** 1.5, rel=0.1)
